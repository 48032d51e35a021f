import { expect, test } from 'vitest';
import { CREATED_AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

/** Requests of a model, each charged 0.002 USD, 37 minutes apart. */
const sold = (count: number, model = 'm', first = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    ...newApiRow({
      id: first + n + 1,
      created_at: CREATED_AT + 37 * 60 * n,
      request_id: `${model}-${n}`,
      quota: 1000,
    }),
    model_name: model,
  }));
/** A bill of as many requests at 0.003 USD, under the ids that `idOf` gives. */
const bill = (count: number, idOf: (n: number) => string, model = 'm') =>
  Array.from({ length: count }, (_, n) => ({
    requestId: idOf(n),
    occurredAt: new Date((CREATED_AT + 37 * 60 * n) * 1000).toISOString(),
    model,
    status: 'success',
    costAmount: '0.003',
  }));
/** The upstream gateway's log of the same requests, which is read into columns. */
const upstreamLog = (count: number): Row[] =>
  sold(count).map((row) => ({ ...row, request_id: `up ${row.request_id}`, quota: 1500 }));
const NOTE = /is compared by totals/;

async function codes(log: Row[], ...bills: unknown[]) {
  const files = [makeTextFile('logs', log), ...bills.map((rows) => makeTextFile('upstreamCharges', rows))];
  const { report, notices } = await runFiles(files);
  return {
    report,
    isNoted: notices.some(({ en }) => NOTE.test(en)),
    codes: report.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code),
  };
}

test.each([
  ['records', bill(12, (n) => `x${n}`)],
  ['rows of a gateway', upstreamLog(12)],
])('a bill with unknown ids is compared by totals: %s', async (_, rows) => {
  const run = await codes(sold(12), rows);
  expect(run.isNoted).toBe(true);
  expect(run.codes).toEqual(['negative_margin_total', 'negative_margin_model', 'ledger_ids_disjoint']);
  expect(run.report.summary).toMatchObject({ requests: { total: 24 }, money: { lost: '0.012' } });
  expect(run.report.summary.answer.text).not.toMatch(/Nothing wrong/);
});

test('its cost is in the row of the model sold, even if the bill uses another name', async () => {
  const dated = bill(12, (n) => `x${n}`, 'm-2026-01-01');
  const { report } = await codes(sold(12), dated);
  const costs = report.byModel.map(({ model, revenue, cost }) => [model, revenue, cost]);
  expect(costs.toSorted()).toEqual([
    ['m', '0.024', '0.036'],
    ['m-2026-01-01', '0', '0'],
  ]);
});

test('a bill with unknown ids is compared by totals beside a bill with known ids', async () => {
  const known = bill(12, (n) => `k-${n}`, 'k').map((row) => ({ ...row, costAmount: '0.001' }));
  const run = await codes(
    [...sold(12), ...sold(12, 'k', 12)],
    known,
    bill(12, (n) => `x${n}`),
  );
  expect(run.isNoted).toBe(true);
  expect(run.codes).toContain('negative_margin_model');
  expect(run.codes).not.toContain('unmatched_upstream');
  expect(run.report.summary).toMatchObject({
    requests: { total: 24, matched: 12 },
    money: { lost: '0.012' },
  });
});

test.each<[string, unknown[]]>([
  ['fewer than five ids are unknown', bill(4, (n) => `x${n}`)],
  ['one id is known', [...bill(12, (n) => `x${n}`), ...bill(1, () => 'm-0')]],
])('requests outside the gateway are found one by one: %s', async (_, rows) => {
  const run = await codes(sold(12), rows);
  expect(run.isNoted).toBe(false);
  expect(run.codes).toContain('unmatched_upstream');
});
