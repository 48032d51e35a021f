import { TOKEN_KINDS, type Tokens } from '../../../schemas/reconciliation-input.ts';
import type { Request } from '../../entities/request.ts';
import type { RequestSales } from '../../entities/request-sides.ts';
import type { SaleEstimate, UsageRow } from '../../rows/row.ts';
import { type Accumulator, byKey, count, fields, lazy, sum } from '../accumulators.ts';
import { slotOf } from '../bills/slots.ts';

/** What is estimated of the requests of a line; absent where no prices were stated. */
const line = fields({
  /** Requests with an estimate, and without one because no price applies. */
  requests: count,
  unpriced: count,
  cost: sum,
  revenue: sum,
  /** Those of them that are not free: what a loss is judged by. */
  judged: count,
  judgedCost: sum,
  judgedRevenue: sum,
});
export type EstimateLine = Accumulator<typeof line>;

/** Most reports know no prices. */
export const lazyEstimate = lazy(line);
export type LazyEstimate = Accumulator<typeof lazyEstimate>;

/** Kinds of tokens as lines of bills tell them apart: what holds another kind stands for both. */
const BILLED_KINDS = TOKEN_KINDS.filter((kind) => kind !== 'reasoning' && kind !== 'media');
const KIND_OF: Readonly<Record<string, string>> = {
  cacheWrite1h: 'cacheWrite',
  reasoning: 'output',
  media: 'input',
};

const kinds = byKey(fields({ cost: sum, tokens: count }));
/** Kinds of tokens, in money and in number. */
export const lazyKinds = lazy(kinds);
const ofKinds = fields({ kinds: lazyKinds });
type OfKinds = Accumulator<typeof ofKinds>;
export type KindSlots = ReadonlyMap<string, OfKinds>;

const kindAt = (slot: OfKinds, kind: string) => slot.kinds.getOrCreate().at(kind);

/** What requests without an upstream row of their own are estimated to cost, beside the quarters of coverage. */
export const estimateTally = fields({
  models: byKey(lazyEstimate),
  channels: byKey(lazyEstimate),
  days: byKey(lazyEstimate),
  /** What providers count beside their bills, by the model named and by quarter. */
  counted: byKey(byKey(ofKinds)),
});
export type Estimates = Accumulator<typeof estimateTally>;

/** Adds what a request is estimated to cost to lines of its model, channel, day and customer. */
function addTo(entry: LazyEstimate, { free, net }: RequestSales, estimate: SaleEstimate | undefined): void {
  const own = entry.getOrCreate();
  if (estimate === undefined) {
    own.unpriced.value++;
    return;
  }
  own.requests.value++;
  own.cost.add(estimate.total);
  own.revenue.add(net);
  if (free || (estimate.isGift && net.isZero())) return;
  own.judged.value++;
  own.judgedCost.add(estimate.total);
  own.judgedRevenue.add(net);
}

/** Counts may have fractions, whose sum would depend on their order. */
function addTokens(slot: OfKinds, tokens: Tokens = {}): void {
  for (const kind of BILLED_KINDS)
    if (tokens[kind]) kindAt(slot, kind).tokens.value += Math.round(tokens[kind]);
}

/** Adds tokens that a provider counts beside its bill. @param startMs when the time begins that they are of */
export function addReportedTokens(
  { counted }: Estimates,
  model: string,
  startMs: number,
  tokens: Tokens,
): void {
  addTokens(counted.at(model).at(slotOf(startMs)), tokens);
}

/**
 * Adds a request that has no upstream row of its own.
 * @param day in which it lies
 * @param channel under which its table has it
 * @param customer whose it is
 */
export function addEstimate(
  { models, channels, days }: Estimates,
  { estimate, model, sold }: Request,
  day: string,
  channel: string,
  customer: LazyEstimate,
): void {
  if (estimate === undefined) return;
  for (const entry of [models.at(model), channels.at(channel), days.at(day), customer])
    addTo(entry, sold, estimate === 'unpriced' ? undefined : estimate);
}

/** Adds what a request is estimated to cost, and the tokens that it counts, to its quarter. */
export function addRequestKinds(slot: OfKinds, estimate: SaleEstimate, tokens: Tokens | undefined): void {
  for (const [kind, part] of estimate.kinds) kindAt(slot, KIND_OF[kind] ?? kind).cost.add(part);
  addTokens(slot, tokens);
}

/** Adds a row of a bill to its quarter: a line may be about one kind of tokens. What was given back is of none. */
export function addBillKinds(slot: OfKinds, { gross, tokens = {}, meter }: UsageRow): void {
  const counted = BILLED_KINDS.filter((kind) => (tokens[kind] ?? 0) > 0);
  const [only = ''] = counted.length > 1 ? [] : counted;
  kindAt(slot, meter ?? only).cost.add(gross);
  addTokens(slot, tokens);
}
