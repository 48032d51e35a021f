import { buildChargeKey, buildUsageKey } from '../rows/copies.ts';
import { DisjointSets } from '../rows/disjoint-sets.ts';
import { findEarliestTime } from '../rows/order.ts';
import { isIncluded, type UsageRow } from '../rows/row.ts';
import { supersedeAttempts } from '../rows/supersession.ts';
import { type Context, decideInclusion } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Sets `inclusion` of upstream rows with one upstream id, and `superseded` of pending rows that are settled. */
export function assignChargeInclusion(rows: readonly UsageRow[], context: Context): void {
  for (const row of rows) row.inclusion = decideInclusion(row.periodTime, row.currency, context);
  supersedeAttempts(rows, ({ requestId }) => requestId);
}

/** Groups rows that share a key, directly or through other rows. So a copy of a copy is a copy. */
function groupByEqualKeys(rows: readonly UsageRow[], keysOf: (row: UsageRow) => string[]): UsageRow[][] {
  const sets = new DisjointSets<UsageRow>();
  const rowByKey = new Map<string, UsageRow>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const first = rowByKey.get(key);
      if (first === undefined) rowByKey.set(key, row);
      else sets.join(row, first);
    }
  return [...Map.groupBy(rows, (row) => sets.rootOf(row)).values()];
}

/** Keys of copies within a request: equal id, cost, refund and model; without an id, equal content. */
function keysWithinRequest(row: UsageRow): string[] {
  if (row.upstreamId === undefined || row.requestId === undefined) return [buildUsageKey(row)];
  return [`${buildChargeKey(row)} of ${row.requestId}`];
}

/** Keys of copies across requests: also equal id, cost, refund, model and time. */
const keysAcrossRequests = (row: UsageRow): string[] =>
  row.upstreamId === undefined
    ? keysWithinRequest(row)
    : [...keysWithinRequest(row), `${buildChargeKey(row)} at ${row.occurredAt}`];

/** Finds sets of copies. Rows of several sold requests are not copies: their id names a batch or an invoice. */
function findCopies(rows: readonly UsageRow[]): UsageRow[][] {
  return groupByEqualKeys(rows, keysAcrossRequests).flatMap((set) => {
    const sold = new Set(set.filter((row) => row.isSold).map((row) => row.requestId));
    return sold.size > 1 ? groupByEqualKeys(set, keysWithinRequest) : [set];
  });
}

/**
 * Upstream rows with the same `upstreamId`, even if they belong to different requests. Rows without an `upstreamId` are
 * grouped by request id, and rows without both ids if they are equal in all fields.
 */
export class ChargeGroup {
  readonly upstreamId: string | undefined;
  readonly requestId: string | undefined;
  /** The rows in the period and the report's currency, copies of a charge together. Other rows are left out. */
  readonly copies: UsageRow[][];
  /** Time of the earliest row of `copies`, in epoch milliseconds. */
  readonly time: number;

  constructor(rows: readonly UsageRow[]) {
    const counted = rows.filter(isIncluded);
    this.upstreamId = rows[0]?.upstreamId;
    this.requestId = rows[0]?.requestId;
    this.copies = counted.length < 2 ? [counted] : findCopies(counted);
    this.time = findEarliestTime(counted);
  }

  /** The upstream id or, without it, the request id. For rows without both, checks must name another subject. */
  get subject(): Subject<'charge' | 'request'> {
    const { upstreamId, requestId = '' } = this;
    return upstreamId === undefined
      ? { kind: 'request', name: requestId }
      : { kind: 'charge', name: upstreamId };
  }
}
