import { byKey, count, fields, type Made, sum } from '../accumulators.ts';
import { beyond } from '../beyond.ts';
import { coverage } from '../bills/coverage.ts';
import { estimates } from '../estimated/estimates.ts';
import { reach } from '../open-ends.ts';
import { partners } from '../partners.ts';
import { customerLine, line, timeLine } from './lines.ts';

const standings = fields({ included: count, outOfPeriod: count, currencyExcluded: count });
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
  records: fields({ downstreamUsage: standings, upstreamCharges: standings, payments: standings }),
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
  beyond,
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
  models: byKey(line),
  /** Whether requests of each channel have a partner, and whether the ledgers reach beyond the period. */
  partners,
  reach,
  /** Cost of upstream rows without request, by their own model: whose it is shows when all sales are known. */
  looseModels: byKey(sum),
  channels: byKey(line),
  /** Requests by model and channel, a blank where it is unknown, and by the codes that they show. */
  shown: byKey(byKey(byKey(count))),
  /** By UTC hour: `2026-03-10T14`. */
  hours: byKey(timeLine),
  customers: byKey(customerLine),
});
export type Totals = Made<typeof totals>;

/** A provider bills like that: none of its rows names a request. */
export const isBillWithoutIds = ({ bill }: Totals): boolean => bill.loose.value > 0 && bill.named.value === 0;
