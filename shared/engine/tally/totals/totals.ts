import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import { looseTotals } from '../bills/loose-totals.ts';
import { channelMatches } from '../channel-matches.ts';
import { estimateTally } from '../estimated/estimate-tally.ts';
import { outsideRequests } from '../outside-requests.ts';
import { edgeCounts } from '../unverified-ends.ts';
import { customerTally, marginTally, timeTally } from './margin-tally.ts';

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
