import { type Decimal, subtract } from '../../../money/money.ts';
import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import { maybeEstimate } from '../estimated/estimates.ts';

/** The line of a channel or a customer that no row names. */
export const UNASSIGNED = 'unassigned';

export const marginTally = fields({
  requests: count,
  /** Requests with a downstream row. */
  soldRequests: count,
  revenue: sum,
  cost: sum,
  /** Matched requests that are not suspended, and the margin of everything else. */
  matchedRequests: count,
  unmatched: sum,
  /** Those of them that are not free: what a negative margin is judged by. */
  judgedRequests: count,
  /** Those of the judged ones that were delivered: where none was, failures say what was lost. */
  deliveredRequests: count,
  /** What of their margin is not judged: that of free requests, and what is restated. */
  excused: sum,
  /** What findings of the judged requests count as lost. */
  lost: sum,
  /** Requests that one ledger books on this channel, and the other on another. */
  mismatches: count,
});
export type MarginTally = Accumulator<typeof marginTally>;

export const marginOf = ({ revenue, cost }: Pick<MarginTally, 'revenue' | 'cost'>): Decimal =>
  subtract(revenue.value, cost.value);

/** What is earned in some time. */
export const timeTally = fields({ requests: count, revenue: sum, cost: sum });

/** What is earned with one customer, and credited to them. */
export const customerTally = fields({
  requests: count,
  revenue: sum,
  cost: sum,
  credited: sum,
  /** By model and channel, what requests without an upstream row of their own earn. */
  covered: byKey(byKey(sum)),
  estimate: maybeEstimate,
});

/** Margin of the line's matched requests that are not suspended. */
export const matchedMarginOf = (entry: MarginTally): Decimal =>
  subtract(marginOf(entry), entry.unmatched.value);
