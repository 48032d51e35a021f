import { type Decimal, subtract } from '../../../money/money.ts';
import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';

/** Revenue, cost and margin of a model or channel. */
export const marginTally = fields({
  requests: count,
  /** Number of requests with a downstream row. */
  soldRequests: count,
  revenue: sum,
  cost: sum,
  /** Number of matched requests that can be judged, and the margin of everything else. */
  matchedRequests: count,
  unmatchedMargin: sum,
  /** Number of those that are not free: they decide about a negative margin. */
  judgedRequests: count,
  /** Number of judged requests that were delivered. Without any, findings of failures report the loss. */
  deliveredRequests: count,
  /** Delivered requests with a price, whatever was bought for them, and those of them that were charged nothing. */
  deliveredSales: count,
  unchargedSales: count,
  /** Margin of free requests and repeated amounts, which is not judged. */
  unjudgedMargin: sum,
  /** Amount that findings of judged requests count as lost. */
  lostByFindings: sum,
  /** Number of requests that only one ledger books on this channel. */
  mismatches: count,
});
/** Revenue, cost and margin of a model or channel. */
export type MarginTally = Accumulator<typeof marginTally>;

/** Returns the margin: revenue minus cost. */
export const marginOf = ({ revenue, cost }: Pick<MarginTally, 'revenue' | 'cost'>): Decimal =>
  subtract(revenue.value, cost.value);

/** Revenue and cost of an hour. */
export const timeTally = fields({ requests: count, revenue: sum, cost: sum });

/** Revenue, cost and payments of a customer. */
export const customerTally = fields({
  requests: count,
  revenue: sum,
  cost: sum,
  /** Refunds of requests, which the revenue leaves out. */
  refunds: sum,
  /** Payments less refunds and chargebacks. */
  paid: sum,
  credited: sum,
  /** Revenue of requests without an upstream row of their own, by model and channel. */
  looseRevenue: byKey(byKey(sum)),
});

/** Returns the margin of requests that both log and bill contain, without pending rows and other currencies. */
export const matchedMarginOf = (entry: MarginTally): Decimal =>
  subtract(marginOf(entry), entry.unmatchedMargin.value);

/** Least share of uncharged requests, among a model's delivered ones, at which they count as the reason of its loss. */
const SHARE_MIN = 0.05;

/**
 * Counts the delivered requests of models with a loss, and those charged nothing (`uncharged`). Returns `undefined` if
 * none, fewer than 5 % or all were charged nothing: then that is not the reason for the loss.
 */
export function countUnchargedSales(lines: readonly MarginTally[]) {
  const sum = (name: 'deliveredSales' | 'unchargedSales') =>
    lines.reduce((total, line) => total + line[name].value, 0);
  const [delivered, forNothing] = [sum('deliveredSales'), sum('unchargedSales')];
  const isCause = forNothing > 0 && forNothing >= SHARE_MIN * delivered && forNothing < delivered;
  return isCause ? { uncharged: forNothing, delivered } : undefined;
}
