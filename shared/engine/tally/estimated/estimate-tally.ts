import { UNASSIGNED } from '../../../log-facts.ts';
import { exceeds } from '../../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../../schemas/reconciliation-input.ts';
import type { Request } from '../../entities/request.ts';
import type { RequestSales } from '../../entities/sales-and-charges.ts';
import type { SaleEstimate, UsageRow } from '../../rows/row.ts';
import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import { toSlotKey } from '../bills/slots.ts';

const line = fields({
  /** Requests with an estimate, and requests without one because no price applies. */
  requests: count,
  unpriced: count,
  cost: sum,
  revenue: sum,
  /** Requests that are not free: only they can cause a loss. */
  judged: count,
  judgedCost: sum,
  judgedRevenue: sum,
  /** Days with a judged request that cost more than it earned. */
  lossDays: () => new Set<string>(),
});
/** Estimates of the requests of a model, channel, day or customer. */
export type EstimateLine = Accumulator<typeof line>;

/** Kinds of tokens that bill lines distinguish; a kind that contains others stands for them. */
const BILLED_KINDS = TOKEN_KINDS.filter((kind) => kind !== 'reasoning' && kind !== 'media');
const KIND_OF: Readonly<Record<string, string>> = {
  cacheWrite1h: 'cacheWrite',
  reasoning: 'output',
  media: 'input',
};

/** Cost and number of tokens, by kind of tokens. */
export const tokenKinds = byKey(fields({ cost: sum, tokens: count }));
const kindTotals = fields({ kinds: tokenKinds });
/** Cost and number of tokens of a quarter-hour by kind. */
export type KindTotals = Accumulator<typeof kindTotals>;
/** Cost and number of tokens by quarter-hour. */
export type KindSlots = ReadonlyMap<string, KindTotals>;

/** Estimated cost of requests without an upstream row of their own. Coverage has the estimates by quarter-hour. */
export const estimateTally = fields({
  models: byKey(line),
  channels: byKey(line),
  days: byKey(line),
  customers: byKey(line),
  /** Tokens counted by providers in addition to their bills, by model name and quarter-hour. */
  reportedTokens: byKey(byKey(kindTotals)),
});
/** Estimates by model, channel, day and customer, and tokens counted by providers. */
export type Estimates = Accumulator<typeof estimateTally>;

function addTo(
  entry: EstimateLine,
  { isFree, net }: RequestSales,
  estimate: SaleEstimate,
  day: string,
): void {
  entry.requests.value++;
  entry.cost.add(estimate.total);
  entry.revenue.add(net);
  if (isFree || (estimate.isGift && net.isZero())) return;
  entry.judged.value++;
  entry.judgedCost.add(estimate.total);
  entry.judgedRevenue.add(net);
  if (exceeds(estimate.total, net)) entry.lossDays.add(day);
}

/** Rounds a count, because the sum of fractions would depend on their order. */
function addTokens(slot: KindTotals, tokens: Tokens = {}): void {
  for (const kind of BILLED_KINDS)
    if (tokens[kind]) slot.kinds.at(kind).tokens.value += Math.round(tokens[kind]);
}

/** Adds token counts of a model from a usage report, counted from `startMs` (epoch milliseconds) on. */
export function addReportedTokens(
  { reportedTokens }: Estimates,
  model: string,
  startMs: number,
  tokens: Tokens,
): void {
  addTokens(reportedTokens.at(model).at(toSlotKey(startMs)), tokens);
}

/**
 * Adds the estimate of a request without an upstream row to its model, channel, customer, and day in the report's zone.
 */
export function addEstimate(
  { models, channels, days, customers }: Estimates,
  { estimate, model, channelId = UNASSIGNED, sales }: Request,
  day: string,
): void {
  if (estimate === undefined) return;
  const customerId = sales.userId ?? UNASSIGNED;
  for (const line of [models.at(model), channels.at(channelId), days.at(day), customers.at(customerId)])
    if (estimate === 'unpriced') line.unpriced.value++;
    else addTo(line, sales, estimate, day);
}

/** Adds the estimated cost and the tokens of a request to the sums of its quarter hour (`slot`), by kind of tokens. */
export function addRequestKinds(slot: KindTotals, estimate: SaleEstimate, tokens: Tokens | undefined): void {
  for (const [kind, part] of estimate.kinds) slot.kinds.at(KIND_OF[kind] ?? kind).cost.add(part);
  addTokens(slot, tokens);
}

/**
 * Adds gross cost and tokens of a bill row to its quarter hour, by kind; the cost to `''` unless it has exactly one.
 */
export function addBillKinds(slot: KindTotals, { gross, tokens = {}, meter }: UsageRow): void {
  const counted = BILLED_KINDS.filter((kind) => (tokens[kind] ?? 0) > 0);
  const [only = ''] = counted.length > 1 ? [] : counted;
  slot.kinds.at(meter ?? only).cost.add(gross);
  addTokens(slot, tokens);
}
