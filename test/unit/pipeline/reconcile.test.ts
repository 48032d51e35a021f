import { expect, test } from 'vitest';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { buildLogRows } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';
import { tableRows } from '../../support/table.ts';

const filesOf = (sales: string, charges: string) => [
  makeTextFile('logs', buildLogRows(sales)),
  makeTextFile('upstreamCharges', buildLogRows(charges)),
];

/** Lists findings with their amounts, without the missing payments of all cases. */
const listFindings = ({ findings }: ReconciliationReport): string =>
  findings
    .filter(({ code }) => code !== 'ledger_missing')
    .map(({ code, amount = '' }) => `${code} ${amount}`.trim())
    .join(', ');

/** Title | sales | charges | totals | findings */
const CASES = `
  a sale and its charge | r1 u1 1 | u1 - 0.5 | 1 sold, 0.5 bought, 1 of 1 |
  a sale without a charge | r1 u1 1, r2 u2 1 | u1 - 0.5 | 2 sold, 0.5 bought, 1 of 2 | unmatched_downstream 1
  a charge without a sale | r1 u1 1 | u1 - 0.5, u2 - 0.5 | 1 sold, 1 bought, 1 of 2 | unmatched_upstream 0.5
  a charge with the request id itself | r1 - 1 | r1 - 0.5 | 1 sold, 0.5 bought, 1 of 1 |
  two charges of one request | r1 u1 1 | u1 - 0.5, u1 - 0.2 | 1 sold, 0.7 bought, 1 of 1 | retry_cost 0.5
  two different charges without row ids, which may be parts of one | r1 u1 1 | u1 - 0.5 unnumbered, u1 - 0.2 unnumbered | 1 sold, 0.7 bought, 1 of 1 | token_mismatch
  equal charges without row ids | r1 u1 1 | u1 - 0.5 unnumbered, u1 - 0.5 unnumbered | 1 sold, 1 bought, 1 of 1 | duplicate_upstream_charge 0.5
  equal charges without a sale | r1 u1 1 | u1 - 0.5 unnumbered, u2 - 0.5 unnumbered, u2 - 0.5 unnumbered | 1 sold, 1.5 bought, 1 of 2 | duplicate_upstream_charge 0.5, negative_margin_total 0.5, unmatched_upstream 0.5
  two sales of one request | r1 u1 1, r1 u2 1 | u1 - 0.5, u2 - 0.5 | 2 sold, 1 bought, 1 of 1 | duplicate_downstream_request 1, retry_cost 0.5
  two requests of one upstream id | r1 u1 1, r2 u1 1 | u1 - 0.5 | 2 sold, 0.5 bought, 0 of 3 | unmatched_downstream 1, unmatched_downstream 1, unmatched_upstream 0.5
  a failed attempt that was charged | r1 u0 0 failed, r1 u1 1 | u0 - 0.1, u1 - 0.5 | 1 sold, 0.6 bought, 1 of 1 | retry_cost 0.1
  a charge for a request that only failed | r1 u0 0 failed, r2 u2 1 | u0 - 0.1, u2 - 0.5 | 1 sold, 0.6 bought, 2 of 2 | absorbed_cost 0.1
  a refund of a sale | r1 u1 1, r1 u1 0.4 refund | u1 - 0.5 | 0.6 sold, 0.5 bought, 1 of 1 | partial_refund 0.4, duplicate_downstream_request
  a refund of a charge | r1 u1 1 | u1 - 0.5, u1 - 0.3 refund | 1 sold, 0.2 bought, 1 of 1 |
  a charge and its refund without a sale | r1 u1 1 | u1 - 0.5, u2 - 0.3, u2 - 0.3 refund | 1 sold, 0.5 bought, 1 of 2 | unmatched_upstream 0.3
  rows after the period | r1 u1 1, r2 u2 1 later | u1 - 0.5, u2 - 0.5 later | 1 sold, 0.5 bought, 1 of 1 | out_of_period 1, out_of_period 0.5
`;

test.each(tableRows(CASES))('%s', async (_, sales = '', charges = '', totals, findings) => {
  const period = { start: '2026-08-17T01:30:00Z', end: '2026-08-17T02:00:00Z' };
  const { report } = await runFiles(filesOf(sales, charges), { period });
  const { revenue, cost, requests } = report.summary;
  const totalsText = `${revenue.net} sold, ${cost?.net} bought, ${requests.matched} of ${requests.total}`;
  expect([totalsText, listFindings(report)]).toEqual([totals, findings]);
  // The report is the same if all rows are read as objects.
  expect((await runFiles(filesOf(sales, charges), { period, isSlow: true })).report).toEqual(report);
});
