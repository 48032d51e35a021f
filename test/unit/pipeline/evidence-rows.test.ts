import { expect, test } from 'vitest';
import { CREATED_AT } from '../../support/fixtures/native-rows.ts';
import { buildLogRows } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles, type TextFile } from '../../support/pipeline/run-in-memory.ts';
import { tableRows } from '../../support/table.ts';

const payment = (id: number, trade_no: string, money: number) => ({
  id,
  user_id: 7,
  amount: money,
  money,
  trade_no,
  payment_method: 'stripe',
  payment_provider: 'stripe',
  create_time: CREATED_AT,
  complete_time: CREATED_AT + 60,
  status: 'success',
});
const billed = (requestId: string, costAmount: string, tokens?: object) => ({
  requestId,
  occurredAt: '2026-08-17T01:30:20Z',
  model: 'gpt-5-mini',
  status: 'success',
  costAmount,
  ...(tokens && { tokens }),
});

const FILES = [
  makeTextFile('logs', buildLogRows('r1 - 1')),
  makeTextFile('upstreamCharges', [
    billed('r1', '2', { input: 7, output: 9 }),
    billed('r1', '3'),
    billed('r2', '1'),
  ]),
  makeTextFile('payments', [payment(1, 'r1', 5), payment(2, 'r1', 4), payment(3, 'p2', 6)]),
];

const WORDS = { downstreamUsage: 'sale', upstreamCharges: 'charge', payments: 'payment' };

/** Evidence rows of a code's findings: kind, id, amount and expected amount, file and row. */
async function listEvidence(code: string, files: readonly TextFile[], settings: { isSlow?: true } = {}) {
  const { report, evidence } = await runFiles(files, settings);
  const ids = new Set(report.findings.filter((finding) => finding.code === code).map(({ id }) => id));
  return evidence
    .filter(({ findingId }) => ids.has(findingId))
    .map(({ ledger, id, amount, expected, file, row }) =>
      [WORDS[ledger], id, amount, ...(expected ? [`of ${expected}`] : []), `${file}:${row}`]
        .join(' ')
        .replace('file ', ''),
    );
}

/** Code | sales | charges | evidence rows. */
const CASES = `
unmatched_downstream | r1 u1 1, r2 u2 1 | u1 - 0.5 | sale r2 1 of 1 0:2
unmatched_upstream | r1 u1 1 | u1 - 0.5, u2 - 0.25 | charge u2 0.25 1:2
duplicate_downstream_request | r1 u1 1, r2 u2 2, r1 u3 1 | u3 - 0.5, u1 - 0.25, u1 - 0.125, u2 - 1 | sale r1 1 of 1 0:1, charge r1 0.5 1:1, charge r1 0.25 1:2, charge r1 0.125 1:3, sale r1 1 of 1 0:3
duplicate_upstream_charge | r1 u1 1 | u2 - 0.5 unnumbered, u2 - 0.5 unnumbered, u1 - 0.5 | charge u2 0.5 1:1, charge u2 0.5 1:2
partial_refund | r1 u1 1 refund, r1 u1 2, r1 - 0 failed | u1 - 0.25 | sale r1 2 of 2 0:2, charge r1 0.25 1:1, sale r1 0 0:1
absorbed_cost | r1 u1 0 failed, r2 u2 1 | u2 - 0.5, u1 - 0.25 | charge r1 0.25 1:2, sale r1 0 0:1
negative_margin_request | r1 - 1 | r1 - 2 | sale r1 1 of 1 0:1, charge r1 2 1:1
retry_cost | r1 u0 0 failed, r1 u1 1 | u0 - 0.25, u1 - 0.5, u1 - 0.125 | sale r1 1 of 1 0:2, charge r1 0.5 1:2, charge r1 0.125 1:3, charge r1 0.25 1:1
`;

test.each(tableRows(CASES))(
  '%s lists its rows, for sales %s and charges %s',
  async (code = '', sales = '', charges = '', rows) => {
    const files = [
      makeTextFile('logs', buildLogRows(sales)),
      makeTextFile('upstreamCharges', buildLogRows(charges)),
    ];
    const evidence = await listEvidence(code, files);
    expect(evidence.join(', ')).toBe(rows);
    // If all rows are read as objects, the same rows are listed, ledger by ledger.
    expect((await listEvidence(code, files, { isSlow: true })).sort()).toEqual(evidence.sort());
  },
);

test.each([
  ['unmatched_upstream', ['charge r2 1 1:3']],
  ['negative_margin_request', ['sale r1 1 of 1 0:1', 'charge r1 2 1:1', 'charge r1 3 1:2']],
  ['payment_over_credited', ['payment r1 5 2:1']],
])('%s lists bill rows, or payments with the id of a request', async (code, rows) => {
  expect(await listEvidence(code, FILES)).toEqual(rows);
});

test('a row shows its time and its token counts', async () => {
  const { evidence } = await runFiles(FILES);
  const listed = evidence.map(({ id, at, inputTokens, outputTokens }) => [id, at, inputTokens, outputTokens]);
  expect(listed).toContainEqual(['r1', '2026-08-17T01:30:15.000Z', 100_000, 0]);
  expect(listed).toContainEqual(['r1', '2026-08-17T01:30:20Z', 7, 9]);
  expect(listed).toContainEqual(['r1', '2026-08-17T01:30:20Z', undefined, undefined]);
});

test('a row repeated in an overlapping file is shown once, at its first place', async () => {
  const [sales, charges] = [buildLogRows('r1 u1 1, r2 u2 1'), buildLogRows('u8 - 0.5, u9 - 0.25')];
  const files = [
    makeTextFile('logs', sales),
    makeTextFile('logs', sales.slice(1)),
    makeTextFile('upstreamCharges', charges),
    makeTextFile('upstreamCharges', charges.slice(1)),
  ];
  expect(await listEvidence('unmatched_downstream', files)).toEqual([
    'sale r1 1 of 1 0:1',
    'sale r2 1 of 1 0:2',
  ]);
  expect(await listEvidence('unmatched_upstream', files)).toEqual([
    'charge u8 0.5 2:1',
    'charge u9 0.25 2:2',
  ]);
});

test('rows outside the fast path are sorted by ledger, file and row', async () => {
  const files = [
    makeTextFile('upstreamCharges', [billed('r1', '2'), billed('r1', '3')]),
    makeTextFile('logs', buildLogRows('r2 - 1, r1 - 0 failed, r1 - 0 failed')),
    makeTextFile('upstreamCharges', [billed('r1', '4')]),
  ];
  const rows = ['sale r1 0 1:3', 'charge r1 2 0:1', 'charge r1 3 0:2', 'charge r1 4 2:1'];
  expect(await listEvidence('absorbed_cost', files)).toEqual(rows);
});
