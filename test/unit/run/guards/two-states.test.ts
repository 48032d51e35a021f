import { expect, test } from 'vitest';
import { refuseTwoStates } from '#shared/run/guards/two-states.ts';
import { lineStates } from '#shared/run/link/line-states.ts';
import { headed, refusedBy } from '../../../support/run/headed.ts';

/** A day of OpenAI's costs as `a 1 gpt 2.5`: file, day, line item and cost. */
const costOf = (row: string) => {
  const [file = '', day, line_item, cost] = row.split(' ');
  const start_time = Date.UTC(2026, 9, Number(day)) / 1000;
  const amount = { value: Number(cost), currency: 'usd' };
  const native = { object: 'organization.costs.result', start_time, line_item, project_id: 'p', amount };
  return { field: 'upstreamCharges', source: 'abc'.indexOf(file), row: 1, native } as const;
};

test.each<[what: string, rows: string, states: object]>([
  ['one file', 'a 1 gpt 1, a 2 gpt 1', {}],
  ['no line in common', 'a 1 gpt 1, b 2 gpt 1', {}],
  ['another model', 'a 1 gpt 1, b 1 opus 1', {}],
  ['the same money', 'a 1 gpt 1.5, b 1 gpt 1.5', { '0 1': { same: 1, others: 0 } }],
  ['other money', 'a 1 gpt 1, b 1 gpt 1, a 2 gpt 1, b 2 gpt 3', { '0 1': { same: 1, others: 1 } }],
  ['nothing that costs', 'a 1 gpt 0, b 1 gpt 0', {}],
  ['several lines of one name', 'a 1 gpt 1, a 1 gpt 1, b 1 gpt 1', {}],
  [
    'three files',
    'a 1 gpt 1, b 1 gpt 1, c 1 gpt 2',
    { '0 1': { same: 1, others: 0 }, '0 2': { same: 0, others: 1 }, '1 2': { same: 0, others: 1 } },
  ],
])('lines of two bills: %s', (_, rows, states) => {
  expect(lineStates(rows.split(', ').map(costOf))).toEqual(states);
});

test('rows of no known bill, and of the log, are no lines', () => {
  const native = { time: '2026-10-01T00:00:00Z', model: 'm', cost: '1' };
  const rows = [0, 1].map((source) => ({ ...costOf('a 1 gpt 1'), source, native }));
  expect(lineStates(rows)).toEqual({});
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
  const told = `a and c share ${same + others} lines of a bill, with different amounts in ${others} of them`;
  expect(said?.split(':')[0]).toBe(isTold ? told : undefined);
});
