import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import { coverage } from '../bills/coverage.ts';
import { channelMatches } from '../channel-matches.ts';
import { estimates } from '../estimated/estimates.ts';
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

/** Every figure of the report's summary and tables, as sums and counts. */
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
  /** All requests but free ones and those with a foreign row, and what of the whole margin is not theirs. */
  judgedRequests: count,
  excused: sum,
  /** Upstream rows in the period, whatever their currency, that name a request, and settled ones that name none. */
  bill: fields({ named: count, loose: count }),
  /** What only totals can compare. */
  coverage,
  /** What stated prices say of them. */
  estimates,
  unmatched,
  beyond: outsideRequests,
  payments,
  excluded: byKey(excluded),
  /** What a flag of `completeness` needs to be 0. */
  gaps: fields({
    withoutRequestId: count,
    foreignUsage: count,
    foreignPayments: count,
    pendingUsage: count,
    unknownCredits: count,
    unpriced: count,
    uncountedTokens: count,
    /** Pairs whose tokens were compared: without any, the flag says nothing of usage on both sides. */
    countedTokens: count,
    /** Requests with a settled downstream row that name no customer; no flag shows them. */
    withoutUser: count,
  }),
  models: byKey(marginTally),
  /** Whether requests of each channel have a partner, and whether the ledgers reach beyond the period. */
  partners: channelMatches,
  reach: edgeCounts,
  /** Cost of upstream rows without request, by their own model: whose it is shows when all sales are known. */
  looseModels: byKey(sum),
  channels: byKey(marginTally),
  /** Requests by model and channel, a blank where it is unknown, and by the codes that they show. */
  shown: byKey(byKey(byKey(count))),
  /** By UTC hour: `2026-03-10T14`. */
  hours: byKey(timeTally),
  customers: byKey(customerTally),
});
export type Totals = Accumulator<typeof totals>;

/** A provider bills like that: none of its rows names a request. */
export const isBillWithoutIds = ({ bill }: Totals): boolean => bill.loose.value > 0 && bill.named.value === 0;
