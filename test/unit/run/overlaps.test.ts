import { expect, test } from 'vitest';
import { link } from '#shared/run/link/link.ts';
import type { RunSettings } from '#shared/run/settings.ts';
import { AT, newApiRow, type Row, ratios, topUpRow } from '../../support/fixtures/native-rows.ts';
import { fileOf, readFiles, type TextFile } from '../../support/run/run-here.ts';

const settings: RunSettings = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  rejectedShareMax: 1,
  supplied: { upstreamCharges: true, payments: true },
};
const other = ratios();
const plain = newApiRow({ request_id: 'r', other });
/** The same request in a table of a few columns, which has no number and no snapshot. */
const { id: _, other: __, username: ___, token_name: ____, channel_name: _____, ...few } = plain;
const refund = (over: Row = {}): Row => ({
  ...newApiRow({ type: 6, other: ratios({ task_id: 't' }), ...over }),
  id: undefined,
  request_id: undefined,
});
const bill = (over: Row = {}): Row => ({ time: AT, model: 'm', cost: '1', ...over });
const logs = (...rows: Row[]) => fileOf('logs', rows);
const bills = (...rows: Row[]) => fileOf('upstreamCharges', rows);
const payments = (...rows: Row[]) => fileOf('payments', rows);

test.each<
  [
    what: string,
    files: TextFile[],
    records: [usage: number, charges: number, payments: number],
    left: Record<string, number>,
  ]
>([
  [
    'equal rows without a name of one file are as many as they are',
    [logs(refund(), refund())],
    [2, 0, 0],
    {},
  ],
  ['of two files, one row that was read twice', [logs(refund()), logs(refund())], [1, 0, 0], { '1 0': 1 }],
  [
    'as often as the file with most of them has it',
    [logs(refund()), logs(refund(), refund()), logs(refund(), refund(), refund()), logs(refund())],
    [3, 0, 0],
    { '1 0': 1, '2 1': 2, '3 2': 1 },
  ],
  ['but not where they differ', [logs(refund()), logs(refund({ quota: 7 }))], [2, 0, 0], {}],
  [
    'nor where they have names',
    [bills(bill({ request_id: 'a' })), bills(bill({ request_id: 'b' }))],
    [0, 2, 0],
    {},
  ],
  ['bills, however they are written', [bills(bill()), bills(bill({ cost: 1 }))], [0, 1, 0], { '1 0': 1 }],
  ['payments by their number', [payments(topUpRow()), payments(topUpRow())], [0, 0, 1], { '1 0': 1 }],
  [
    'the one that says more stays',
    [payments(topUpRow()), payments(topUpRow({ note: 'x' }))],
    [0, 0, 1],
    { '0 1': 1 },
  ],
  ['a table of a few columns beside the whole log', [logs(plain), logs(few)], [1, 0, 0], { '1 0': 1 }],
  ['and before it', [logs(few), logs(plain)], [1, 0, 0], { '0 1': 1 }],
  ['of another time', [logs(plain), logs({ ...few, created_at: AT + 1 })], [2, 0, 0], {}],
  ['of another quota', [logs(plain), logs({ ...few, quota: 7 })], [2, 0, 0], {}],
  ['of another model', [logs(plain), logs({ ...few, model_name: 'n' })], [2, 0, 0], {}],
  ['of another request', [logs(plain), logs({ ...few, request_id: 's' })], [2, 0, 0], {}],
  ['of none', [logs(plain), logs({ ...few, request_id: undefined })], [2, 0, 0], {}],
  ['in one file they are two', [logs(plain, few)], [2, 0, 0], {}],
  ['also beside another file', [logs(plain, few), logs({ ...plain, id: 1, request_id: 's' })], [3, 0, 0], {}],
  ['what is given back is no repetition', [logs(plain), logs({ ...few, type: 6 })], [2, 0, 0], {}],
])('%s', async (_what, files, [downstreamUsage, upstreamCharges, paid], left) => {
  const { columns } = await readFiles(files, settings);
  const { outcome } = link(columns, settings, { isBilled: true });
  expect(outcome.records).toEqual({ downstreamUsage, upstreamCharges, payments: paid });
  expect(outcome.repeats).toEqual(left);
  expect(outcome.figures.skipped.pageOverlap).toBe(Object.values(left).reduce((sum, rows) => sum + rows, 0));
});
