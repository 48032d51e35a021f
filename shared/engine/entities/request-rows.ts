import type { UsageRow } from '../rows/row.ts';
import { supersedeAttempts, supersedePending } from '../rows/supersession.ts';
import { type Context, decideInclusion, isOutsidePeriod } from '../survey/context.ts';

/** All rows of one `requestId`, in any order. */
export interface RequestRows {
  downstream: UsageRow[];
  upstream: UsageRow[];
}

/** Returns the time that decides about the period: of the earliest downstream row, else upstream row. */
function findPeriodTime({ downstream, upstream }: RequestRows): number {
  let periodTime = Number.POSITIVE_INFINITY;
  for (const row of downstream.length > 0 ? downstream : upstream)
    periodTime = Math.min(periodTime, row.occurredAt);
  return periodTime;
}

/**
 * Sets fields of the upstream rows of a request, for checks that compare rows of several requests: `periodTime` (time
 * of the request), `isSold` (whether the log has the request) and `isUnmatched` (whether the request has neither a
 * downstream row nor a row in another currency).
 * @param currency currency of the report
 */
export function annotateCharges(rows: RequestRows, currency: string): void {
  const { downstream, upstream } = rows;
  const periodTime = findPeriodTime(rows);
  const isSold = downstream.length > 0;
  const isInOther = (row: UsageRow): boolean => row.currency !== currency && !row.superseded;
  if (!isSold && upstream.some(isInOther)) supersedeAttempts(upstream, ({ upstreamId }) => upstreamId);
  const isUnmatched = !isSold && !upstream.some(isInOther);
  for (const row of upstream) {
    row.periodTime = periodTime;
    row.isSold = isSold;
    row.isUnmatched = isUnmatched;
  }
}

/**
 * Sets `inclusion` of the rows of a request (in the period and the report's currency, or why not), and marks pending
 * rows that a settled row replaces as `superseded`.
 * @returns time in epoch milliseconds that decides to which period the request belongs: that of its earliest row in the
 * log, otherwise in the bill
 */
export function assignRequestInclusion(rows: RequestRows, context: Context): number {
  const periodTime = findPeriodTime(rows);
  const outside = isOutsidePeriod(periodTime, context);
  for (const ledgerRows of [rows.downstream, rows.upstream])
    for (const row of ledgerRows) {
      row.periodTime = periodTime;
      row.inclusion = outside ? 'outOfPeriod' : decideInclusion(periodTime, row.currency, context);
    }
  supersedePending(rows.downstream);
  supersedeAttempts(rows.upstream, (row) => row.upstreamId);
  return periodTime;
}
