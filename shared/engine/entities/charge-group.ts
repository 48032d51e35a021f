import { chargeKey, usageKey } from '../rows/copies.ts';
import { earliestTime } from '../rows/order.ts';
import { isIncluded, type UsageRow } from '../rows/row.ts';
import { supersedeAttempts } from '../rows/supersession.ts';
import { type Context, decideInclusion } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Gives the rows of one upstream id their standing, and marks the superseded ones. */
export function assignChargeInclusion(rows: readonly UsageRow[], context: Context): void {
  for (const row of rows) row.inclusion = decideInclusion(row.anchoredAt, row.currency, context);
  supersedeAttempts(rows, ({ requestId }) => requestId);
}

/**
 * Splits rows into the sets that equal keys hold together: a row with two keys joins all rows of both, so what is
 * a copy of a copy is one as well.
 */
function groupByEqualKeys(rows: readonly UsageRow[], keysOf: (row: UsageRow) => string[]): UsageRow[][] {
  /** Of a row that has joined another; who is its own is the root of its set. */
  const parents = rows.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      // Each look halves the way, so that no way grows long, however many rows one id has.
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

/** Rows that share id, cost, refund and model are copies within a request; without an id those equal in every field. */
function keysWithinRequest(row: UsageRow): string[] {
  if (row.upstreamId === undefined || row.requestId === undefined) return [usageKey(row)];
  return [`${chargeKey(row)} of ${row.requestId}`];
}

/** Across requests they are, if they share the time, too. */
const keysAcrossRequests = (row: UsageRow): string[] =>
  row.upstreamId === undefined
    ? keysWithinRequest(row)
    : [...keysWithinRequest(row), `${chargeKey(row)} at ${row.occurredAt}`];

/**
 * Several requests that were sold are no copies of each other: their upstream id names a batch or an invoice, whose
 * lines have a customer each.
 */
function findCopies(rows: readonly UsageRow[]): UsageRow[][] {
  return groupByEqualKeys(rows, keysAcrossRequests).flatMap((set) => {
    const sold = new Set(set.filter((row) => row.isSold).map((row) => row.requestId));
    return sold.size > 1 ? groupByEqualKeys(set, keysWithinRequest) : [set];
  });
}

/**
 * The included upstream rows of one `upstreamId`, across requests; without one those of one request, without
 * either those of one content.
 */
export class ChargeGroup {
  readonly upstreamId: string | undefined;
  readonly requestId: string | undefined;
  /** Sets of copies: each row in exactly one, those of one set tell of one charge. */
  readonly copies: UsageRow[][];
  /** When the earliest of its rows was made. */
  readonly anchor: number;

  constructor(rows: readonly UsageRow[]) {
    const counted = rows.filter(isIncluded);
    this.upstreamId = rows[0]?.upstreamId;
    this.requestId = rows[0]?.requestId;
    this.copies = counted.length < 2 ? [counted] : findCopies(counted);
    this.anchor = earliestTime(counted);
  }

  /** Rows that name neither are nobody's: no check finds anything about them. */
  get subject(): Subject<'charge' | 'request'> {
    const { upstreamId, requestId = '' } = this;
    return upstreamId === undefined
      ? { kind: 'request', name: requestId }
      : { kind: 'charge', name: upstreamId };
  }
}
