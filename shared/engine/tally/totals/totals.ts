import { type Decimal, subtract } from '../../../money/money.ts';
import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import { looseTotals } from '../bills/loose-totals.ts';
import { channelMatches, edgeCounts } from '../channel-matches.ts';
import { estimateTally } from '../estimated/estimate-tally.ts';
import { outsideRequests } from '../outside-requests.ts';

/** Revenue, cost and margin of a model or channel. */
const marginTally = fields({
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
const customerTally = fields({
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
export const matchedMarginOf = (entry: MarginTally, margin: Decimal = marginOf(entry)): Decimal =>
  subtract(margin, entry.unmatchedMargin.value);

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

const inclusionCounts = fields({ included: count, outOfPeriod: count, currencyExcluded: count });
const usageTotals = fields({ refunds: sum, pending: sum });
const unmatchedTotals = fields({ requests: count, amount: sum });
const unmatched = fields({ downstream: unmatchedTotals, upstream: unmatchedTotals });
const payments = fields({
  gross: sum,
  refunds: sum,
  chargebacks: sum,
  fees: sum,
  pending: sum,
  credited: sum,
});
const excluded = fields({ downstreamUsage: sum, upstreamCharges: sum, payments: sum });

/** Sums and counts for every figure of the report's summary and tables. */
export const totals = fields({
  records: fields({
    downstreamUsage: inclusionCounts,
    upstreamCharges: inclusionCounts,
    payments: inclusionCounts,
  }),
  requests: fields({ total: count, matched: count }),
  revenue: usageTotals,
  cost: usageTotals,
  unattributed: sum,
  /** Requests that are not free and have no row in another currency, and the margin of all others. */
  judgedRequests: count,
  unjudgedMargin: sum,
  /** Number of upstream rows in the period, of any currency: with a request id, and settled ones without. */
  bill: fields({ named: count, loose: count }),
  /** Requests and rows that can be compared only by totals. */
  looseTotals,
  /** Estimates by configured prices. */
  estimates: estimateTally,
  unmatched,
  outsideRequests: outsideRequests,
  payments,
  excluded: byKey(excluded),
  /** Counts that must be 0 for a flag of `completeness`. */
  gaps: fields({
    withoutRequestId: count,
    foreignUsage: count,
    foreignPayments: count,
    pendingUsage: count,
    unknownCredits: count,
    unpriced: count,
    uncountedTokens: count,
    /** Number of pairs whose tokens were compared. If there is none, the flag needs usage in one ledger only. */
    countedTokens: count,
    /** Requests with a settled downstream row and no customer; no flag shows them. */
    withoutUser: count,
  }),
  models: byKey(marginTally),
  /** Matched requests by channel, and rows beyond the period. */
  channelMatches: channelMatches,
  edgeCounts: edgeCounts,
  /** Cost of upstream rows without a request, by their own model. It is added to a model when all sales are known. */
  looseModels: byKey(sum),
  channels: byKey(marginTally),
  /** Requests by model, by channel (empty if unknown), and by the codes found in them. */
  requestsByCodes: byKey(byKey(byKey(count))),
  /** Sums by UTC hour, such as `2026-03-10T14`. */
  hours: byKey(timeTally),
  customers: byKey(customerTally),
});
/** Sums and counts of the report. */
export type Totals = Accumulator<typeof totals>;

/** Returns whether the bill has rows, but no row with a request id. This is usual for bills of providers. */
export const isBillWithoutIds = ({ bill }: Totals): boolean => bill.loose.value > 0 && bill.named.value === 0;
