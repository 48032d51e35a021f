import { TOKEN_KINDS, type Tokens } from '../../../schemas/reconciliation-input.ts';
import type { Request } from '../../groups/request.ts';
import type { Sold } from '../../groups/sides.ts';
import type { SaleEstimate, UsageRow } from '../../rows/row.ts';
import { slotOf } from '../bills/slots.ts';
import { byKey, count, fields, type Monoid, sum, type TallyOf } from '../monoid.ts';

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
export type EstimateLine = TallyOf<typeof line>;

/** A line that is made when something is added: most reports know no prices. */
export interface MaybeEstimate {
  line: EstimateLine | undefined;
}
export const maybeEstimate: Monoid<MaybeEstimate, unknown> = {
  empty: () => ({ line: undefined }),
  merge: (into, other) => {
    if (into.line === undefined) into.line = other.line;
    else if (other.line !== undefined) line.merge(into.line, other.line);
  },
  pack: ({ line: own }) => (own === undefined ? null : line.pack(own)),
  unpack: (wire) => ({ line: wire === null ? undefined : line.unpack(wire as never) }),
};

/** Kinds of tokens as lines of bills tell them apart: what holds another kind stands for both. */
const BILLED_KINDS = TOKEN_KINDS.filter((kind) => kind !== 'reasoning' && kind !== 'media');
const KIND_OF: Readonly<Record<string, string>> = {
  cacheWrite1h: 'cacheWrite',
  reasoning: 'output',
  media: 'input',
};

const kinds = byKey(fields({ cost: sum, tokens: count }));
const requestSlots = byKey(fields({ requests: count, unpriced: count, cost: sum, kinds }));
/** What a bill says of each quarter: rows, what they cost, and that by kind. */
export const billSlots = byKey(fields({ rows: count, net: sum, kinds }));
const countedSlots = byKey(fields({ kinds }));
export type RequestSlots = TallyOf<typeof requestSlots>;
export type BillSlots = TallyOf<typeof billSlots>;

/** What has kinds of tokens, in money and in number. */
interface OfKinds {
  readonly kinds: TallyOf<typeof kinds>;
}
export type KindSlots = ReadonlyMap<string, OfKinds>;

/** What requests without an upstream row of their own are estimated to cost. */
export const estimates = fields({
  models: byKey(maybeEstimate),
  channels: byKey(maybeEstimate),
  days: byKey(maybeEstimate),
  /** By the model sold, by channel, a blank where none is known, and by quarter of an hour. */
  slots: byKey(byKey(requestSlots)),
  /** What providers count beside their bills, by the model named and by quarter. */
  counted: byKey(countedSlots),
});
export type Estimates = TallyOf<typeof estimates>;

/** Adds what a request is estimated to cost to lines of its model, channel, day and customer. */
function addTo(entry: MaybeEstimate, { free, net }: Sold, estimate: SaleEstimate | undefined): void {
  entry.line ??= line.empty();
  const own = entry.line;
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
function addTokens({ kinds }: OfKinds, tokens: Tokens = {}): void {
  for (const kind of BILLED_KINDS) if (tokens[kind]) kinds.at(kind).tokens.value += Math.round(tokens[kind]);
}

/** Adds tokens that a provider counts beside its bill. @param startMs when the time begins that they are of */
export function addCounted({ counted }: Estimates, model: string, startMs: number, tokens: Tokens): void {
  addTokens(counted.at(model).at(slotOf(startMs)), tokens);
}

/**
 * Adds a request that has no upstream row of its own.
 * @param day in which it lies
 * @param channel under which its table has it
 * @param customer whose it is
 */
export function addEstimate(
  { models, channels, days, slots }: Estimates,
  request: Request,
  day: string,
  channel: string,
  customer: MaybeEstimate,
): void {
  const { estimate, model, channelId = '', anchor } = request;
  if (estimate === undefined) return;
  const isPriced = estimate !== 'unpriced';
  for (const entry of [models.at(model), channels.at(channel), days.at(day), customer])
    addTo(entry, request.sold, isPriced ? estimate : undefined);
  const entry = slots.at(model).at(channelId).at(slotOf(anchor));
  if (!isPriced) {
    entry.unpriced.value++;
    return;
  }
  entry.requests.value++;
  entry.cost.add(estimate.total);
  for (const [kind, part] of estimate.kinds) entry.kinds.at(KIND_OF[kind] ?? kind).cost.add(part);
  addTokens(entry, request.sold.tokens);
}

/** Adds a row of a bill to its quarter: a line may be about one kind of tokens. */
export function addBillLine(
  slot: BillSlots extends ReadonlyMap<string, infer TSlot> ? TSlot : never,
  { net, tokens = {}, meter }: UsageRow,
): void {
  slot.rows.value++;
  slot.net.add(net);
  const counted = BILLED_KINDS.filter((kind) => (tokens[kind] ?? 0) > 0);
  const [only = ''] = counted.length > 1 ? [] : counted;
  slot.kinds.at(meter ?? only).cost.add(net);
  addTokens(slot, tokens);
}
