import { chargeKey, usageKey } from '../rows/copies.ts';
import { earliestTime } from '../rows/order.ts';
import { isIncluded, type UsageRow } from '../rows/row.ts';
import { supersedeAttempts } from '../rows/supersession.ts';
import { type Context, decideInclusion } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Decides which rows of one upstream id are included, and marks superseded ones. */
export function assignChargeInclusion(rows: readonly UsageRow[], context: Context): void {
  for (const row of rows) row.inclusion = decideInclusion(row.anchoredAt, row.currency, context);
  supersedeAttempts(rows, ({ requestId }) => requestId);
}

/** Groups rows that share a key, directly or through other rows (union-find). So a copy of a copy is a copy. */
function groupByEqualKeys(rows: readonly UsageRow[], keysOf: (row: UsageRow) => string[]): UsageRow[][] {
  /** Parent of each row; a row that is its own parent is the root of its set. */
  const parents = rows.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      // Halve the path on each lookup, so that paths stay short even if many rows share an id.
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  const holders = new Map<string, number>();
  for (const [index, row] of rows.entries())
    for (const key of keysOf(row)) {
      const holder = holders.get(key);
      if (holder === undefined) holders.set(key, index);
      else parents[rootOf(index)] = rootOf(holder);
    }
  return [...Map.groupBy(rows, (_, index) => rootOf(index)).values()];
}

/** Keys of copies within a request: equal id, cost, refund and model; without an id, equal content. */
function keysWithinRequest(row: UsageRow): string[] {
  if (row.upstreamId === undefined || row.requestId === undefined) return [usageKey(row)];
  return [`${chargeKey(row)} of ${row.requestId}`];
}

/** Keys of copies across requests: also equal id, cost, refund, model and time. */
const keysAcrossRequests = (row: UsageRow): string[] =>
  row.upstreamId === undefined
    ? keysWithinRequest(row)
    : [...keysWithinRequest(row), `${chargeKey(row)} at ${row.occurredAt}`];

/**
 * Finds sets of copies. Rows of several sold requests are not copies of each other: their id names a batch or an
 * invoice with a line for each customer.
 */
function findCopies(rows: readonly UsageRow[]): UsageRow[][] {
  return groupByEqualKeys(rows, keysAcrossRequests).flatMap((set) => {
    const sold = new Set(set.filter((row) => row.isSold).map((row) => row.requestId));
    return sold.size > 1 ? groupByEqualKeys(set, keysWithinRequest) : [set];
  });
}

/**
 * Included upstream rows of one `upstreamId`, across requests; without one, those of one request; without both, those
 * of equal content.
 */
export class ChargeGroup {
  readonly upstreamId: string | undefined;
  readonly requestId: string | undefined;
  /** Sets of copies. Each row is in exactly one set; the rows of a set are the same charge. */
  readonly copies: UsageRow[][];
  /** Time of the earliest row. */
  readonly anchor: number;

  constructor(rows: readonly UsageRow[]) {
    const counted = rows.filter(isIncluded);
    this.upstreamId = rows[0]?.upstreamId;
    this.requestId = rows[0]?.requestId;
    this.copies = counted.length < 2 ? [counted] : findCopies(counted);
    this.anchor = earliestTime(counted);
  }

  /** Subject of findings. Rows with neither id have no findings. */
  get subject(): Subject<'charge' | 'request'> {
    const { upstreamId, requestId = '' } = this;
    return upstreamId === undefined
      ? { kind: 'request', name: requestId }
      : { kind: 'charge', name: upstreamId };
  }
}
