import { DAY_MS, HOUR_MS } from '../../../instant.ts';
import { shiftPoint, toDecimal, ZERO } from '../../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../../schemas/reconciliation-input.ts';
import type { Request } from '../../entities/request.ts';
import type { UsageRow } from '../../rows/row.ts';
import { type Accumulator, byKey, count, fields, greatest, least, sum } from '../accumulators.ts';
import { addBillKinds, addRequestKinds, kindsIfAny } from '../estimated/estimates.ts';
import { SLOT_MS, slotOf, slots, startOf } from './slots.ts';

/** What requests of one quarter came to that have no upstream row of their own, and are estimated to cost. */
const coveredSlots = byKey(
  fields({
    requests: count,
    sold: count,
    revenue: sum,
    estimated: sum,
    priced: count,
    unpriced: count,
    kinds: kindsIfAny,
  }),
);
export type CoveredSlots = Accumulator<typeof coveredSlots>;

/** What rows of a bill of one quarter come to; those apart that state no end. */
const billedSlots = byKey(
  fields({
    rows: count,
    net: sum,
    refunded: sum,
    kinds: kindsIfAny,
    open: fields({ rows: count, net: sum }),
  }),
);

const phase = fields({ first: least, last: greatest });
/** The rows of a bill. */
const billed = fields({
  /** Rows that state no end. */
  rows: count,
  /** Their times of day, and their minutes of the hour. */
  ofDay: phase,
  ofHour: phase,
  slots: billedSlots,
  /** What rows that state an end come to, by `start end` in milliseconds. */
  spans: byKey(sum),
  /** What rounding may make of rows that are rounded by themselves. */
  rounding: sum,
});
export type Billed = Accumulator<typeof billed>;

/** Requests without an upstream row of their own, and upstream rows without a request: what only totals can compare. */
export const coverage = fields({
  /** The rows of the log, wherever they count. */
  log: fields({ first: least, last: greatest, slots }),
  /** By the model sold. */
  covered: byKey(
    fields({
      requests: count,
      delivered: count,
      tokens: count,
      free: fields({ requests: count, tokens: count }),
      /** What findings of these requests count as lost. */
      lost: sum,
      /** By channel, a blank where none is known, and by quarter. */
      channels: byKey(coveredSlots),
    }),
  ),
  /** By the model billed, and by channel, a blank where the row names none. */
  bills: byKey(byKey(billed)),
  /** Decimals of their amounts, at most. */
  decimals: greatest,
});
export type Coverage = Accumulator<typeof coverage>;

export const addLogTime = ({ log }: Coverage, time: number): void => {
  log.first.add(time);
  log.last.add(time);
  log.slots.add(time);
};

/** Counts may have fractions, whose sum would depend on their order. */
const tokensOf = (tokens: Tokens = {}): number =>
  TOKEN_KINDS.reduce((all, kind) => all + (kind === 'reasoning' ? 0 : Math.round(tokens[kind] ?? 0)), 0);

/** @param lost what findings of the request count */
export function addCovered({ covered }: Coverage, request: Request, lost = ZERO): void {
  const { model, channelId = '', anchor, estimate } = request;
  const { delivered, free, net } = request.sold;
  const entry = covered.at(model);
  const tokens = tokensOf(request.sold.tokens);
  entry.requests.value++;
  entry.tokens.value += tokens;
  if (delivered) entry.delivered.value++;
  if (free) {
    entry.free.requests.value++;
    entry.free.tokens.value += tokens;
  }
  entry.lost.add(lost);
  const slot = entry.channels.at(channelId).at(slotOf(anchor));
  slot.requests.value++;
  slot.revenue.add(net);
  if (estimate === 'unpriced') slot.unpriced.value++;
  if (typeof estimate === 'object') {
    slot.priced.value++;
    slot.estimated.add(estimate.total);
    addRequestKinds(slot, estimate, request.sold.tokens);
  }
  const isFree = net.isZero() && (typeof estimate !== 'object' || estimate.total.isZero());
  if (delivered && !isFree) slot.sold.value++;
}

const HALF = toDecimal('0.5');
const positive = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus;

/** Adds an included, settled upstream row that names no request. */
export function addBilled({ bills, decimals }: Coverage, row: UsageRow): void {
  const { model, channelId = '', occurredAt, gross, net, endsAt } = row;
  const entry = bills.at(model).at(channelId);
  const slot = entry.slots.at(slotOf(occurredAt));
  slot.rows.value++;
  slot.net.add(net);
  slot.refunded.add(gross.minus(net));
  addBillKinds(slot, row);
  decimals.add(net.decimalPlaces() ?? 0);
  if (row.decimals !== undefined) entry.rounding.add(shiftPoint(HALF, -row.decimals));
  if (endsAt !== undefined) {
    // Time is told in quarters: what is shorter is an event.
    const isEvent = endsAt - occurredAt < SLOT_MS;
    const start = isEvent ? startOf(slotOf(occurredAt)) : occurredAt;
    entry.spans.at(`${start} ${isEvent ? start : endsAt}`).add(net);
    return;
  }
  slot.open.rows.value++;
  slot.open.net.add(net);
  entry.rows.value++;
  for (const [tally, modulus] of [
    [entry.ofDay, DAY_MS],
    [entry.ofHour, HOUR_MS],
  ] as const) {
    tally.first.add(positive(occurredAt, modulus));
    tally.last.add(positive(occurredAt, modulus));
  }
}
