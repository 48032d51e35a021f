import { expect, test } from 'vitest';
import { refuseTwoStates } from '#shared/pipeline/guards/two-states.ts';
import { lineStates } from '#shared/pipeline/link/line-states.ts';
import { headed, refusedBy } from '../../../support/pipeline/headed.ts';

/** A day of OpenAI's costs as `a 1 gpt 2.5 p`: file, day, line item, cost and project. */
const costOf = (row: string) => {
  const [file = '', day, line_item, cost, project_id = 'p'] = row.split(' ');
  const start_time = Date.UTC(2026, 9, Number(day)) / 1000;
  const amount = { value: Number(cost), currency: 'usd' };
  const native = { start_time, line_item, project_id, amount, quantity: `${Number(cost) * 1000}` };
  return { field: 'upstreamCharges', source: 'abc'.indexOf(file), row: 1, native } as const;
};

test.each<[what: string, rows: string, states: object]>([
  ['one file', 'a 1 gpt 1, a 2 gpt 1', {}],
  ['no line in common', 'a 1 gpt 1, b 2 gpt 1', {}],
  ['another model', 'a 1 gpt 1, b 1 opus 1', {}],
  ['the same money', 'a 1 gpt 1.5, b 1 gpt 1.5', { '0 1': { same: 1, others: 0 } }],
  ['other money', 'a 1 gpt 1, b 1 gpt 1, a 2 gpt 1, b 2 gpt 3', { '0 1': { same: 1, others: 1 } }],
  ['another project', 'a 1 gpt 1 p, b 1 gpt 1 q', {}],
  ['nothing that costs', 'a 1 gpt 0, b 1 gpt 0', {}],
  ['several lines of one name', 'a 1 gpt 1, a 1 gpt 1, b 1 gpt 1', {}],
  [
    'three files, each with the next',
    'a 1 gpt 1, b 1 gpt 1, c 1 gpt 2',
    { '0 1': { same: 1, others: 0 }, '1 2': { same: 0, others: 1 } },
  ],
])('lines of two bills: %s', (_, rows, states) => {
  expect(lineStates(rows.split(', ').map(costOf))).toEqual(states);
});

const day = { BilledCost: '1', ChargePeriodStart: '2026-10-01T00:00:00Z', ChargeCategory: 'Usage' };
test.each<[what: string, native: Record<string, unknown>, isLine: boolean]>([
  ['a line of no known bill', { time: '2026-10-01T00:00:00Z', model: 'm', cost: '1' }, false],
  [
    'a charge of its own',
    { id: 'gen-1', total_cost: 0.5, created_at: '2026-10-01T00:00:15Z', native_tokens_prompt: 7 },
    false,
  ],
  ['a request', { ...costOf('a 1 gpt 1').native, request_id: 'r' }, false],
  ['a day that may come again with a higher sum', { ...day, ResourceId: 'm' }, false],
  ['one that may not', { ...day, ResourceId: 'm', SkuId: 's' }, true],
])('%s', (_, native, isLine) => {
  const rows = [0, 1].map((source) => ({ ...costOf('a 1 gpt 1'), source, native }));
  expect(lineStates(rows)).toEqual(isLine ? { '0 1': { same: 1, others: 0 } } : {});
});

test('rows of the log are no lines', () => {
  const logs = ['a 1 gpt 1', 'b 1 gpt 1'].map((row) => ({ ...costOf(row), field: 'logs' as const }));
  expect(lineStates(logs)).toEqual({});
});

test.each<[same: number, others: number, isTold: boolean]>([
  [3, 1, true],
  [3, 3, true],
  [3, 4, false],
  [2, 1, false],
  [30, 0, false],
])('%i lines that cost the same and %i others', (same, others, isTold) => {
  const said = refusedBy(() => refuseTwoStates({ '0 2': { same, others } }, headed({}, {}, {})));
  const told = `a and c share ${same + others} lines of a bill, with different amounts in ${others} of them: one was exported before they were complete.`;
  expect(said).toBe(
    isTold ? `${told}\nGive the newer one alone, or leave these days out of the older one.` : undefined,
  );
});
