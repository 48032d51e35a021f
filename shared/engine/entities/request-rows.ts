import type { UsageRow } from '../rows/row.ts';
import { supersedeAttempts, supersedePending } from '../rows/supersession.ts';
import { type Context, decideInclusion, isOutsidePeriod } from '../survey/context.ts';

/** All rows of one `requestId`, in whatever order they came. */
export interface RequestRows {
  downstream: UsageRow[];
  upstream: UsageRow[];
}

/** A request lives where its earliest downstream row is dated, whatever its status and currency. */
function computeAnchor({ downstream, upstream }: RequestRows): number {
  let anchor = Number.POSITIVE_INFINITY;
  for (const row of downstream.length > 0 ? downstream : upstream) anchor = Math.min(anchor, row.occurredAt);
  return anchor;
}

/** Tells the upstream rows of a request what all its rows show: with those of others they may be one charge. */
export function annotateCharges(rows: RequestRows, currency: string): void {
  const { downstream, upstream } = rows;
  const anchor = computeAnchor(rows);
  const isSold = downstream.length > 0;
  const isInOther = (row: UsageRow): boolean => row.currency !== currency && !row.superseded;
  if (!isSold && upstream.some(isInOther)) supersedeAttempts(upstream, ({ upstreamId }) => upstreamId);
  const isUnmatched = !isSold && !upstream.some(isInOther);
  for (const row of upstream) {
    row.anchoredAt = anchor;
    row.isSold = isSold;
    row.isUnmatched = isUnmatched;
  }
}

/** Gives every row of a request its standing, and marks the superseded ones. Returns the anchor. */
export function assignRequestInclusion(rows: RequestRows, context: Context): number {
  const anchor = computeAnchor(rows);
  const outside = isOutsidePeriod(anchor, context);
  for (const side of [rows.downstream, rows.upstream])
    for (const row of side) {
      row.anchoredAt = anchor;
      row.inclusion = outside ? 'outOfPeriod' : decideInclusion(anchor, row.currency, context);
    }
  supersedePending(rows.downstream);
  supersedeAttempts(rows.upstream, (row) => row.upstreamId);
  return anchor;
}
