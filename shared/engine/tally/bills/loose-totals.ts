import { DAY_MS, HOUR_MS } from '../../../instant.ts';
import { shiftPoint, toDecimal, ZERO } from '../../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../../schemas/reconciliation-input.ts';
import type { Request } from '../../entities/request.ts';
import type { UsageRow } from '../../rows/row.ts';
import { type Accumulator, byKey, count, fields, greatest, sum, timeRange } from '../accumulators.ts';
import { addBillKinds, addRequestKinds, tokenKinds } from '../estimated/estimate-tally.ts';
import { SLOT_MS, slotStart, toSlotKey } from './slots.ts';

/** Requests of a quarter hour without an upstream row of their own: revenue and estimate. */
const looseSaleSlots = byKey(
  fields({
    requests: count,
    sold: count,
    revenue: sum,
    estimated: sum,
    priced: count,
    unpriced: count,
    kinds: tokenKinds,
  }),
);
/** Requests without an upstream row of their own, by quarter hour. */
export type LooseSaleSlots = Accumulator<typeof looseSaleSlots>;

/** Bill rows of a quarter hour; `open` has only those without an end. */
const billedSlots = byKey(
  fields({
    rows: count,
    net: sum,
    kinds: tokenKinds,
    open: fields({ rows: count, net: sum }),
  }),
);

/** Rows of a bill. */
const looseBill = fields({
  /** Number of rows without an end. */
  rows: count,
  /** Their smallest and largest time within the day and within the hour. */
  ofDay: timeRange,
  ofHour: timeRange,
  slots: billedSlots,
  /** Sums of rows with an end, by `start end` in epoch milliseconds. */
  spans: byKey(sum),
  /** Largest rounding error of rows that are rounded on their own. */
  rounding: sum,
});
/** Rows of a bill for one model and channel. */
export type LooseBill = Accumulator<typeof looseBill>;

/** Sales without an upstream row, and upstream rows without a request: both are compared by totals. */
export const looseTotals = fields({
  /** Rows of the log, included or not. */
  log: fields({ times: timeRange, slots: () => new Set<number>() }),
  /** First and last start of bill rows. */
  billed: timeRange,
  /** Requests by model sold. */
  looseSales: byKey(
    fields({
      requests: count,
      delivered: count,
      tokens: count,
      free: fields({ requests: count, tokens: count }),
      /** Amount that findings of these requests count as lost. */
      lost: sum,
      /** Sums by channel (empty if unknown) and quarter hour. */
      channels: byKey(looseSaleSlots),
    }),
  ),
  /** Rows by model billed and channel (empty if the row names none). */
  bills: byKey(byKey(looseBill)),
  /** Rows that name no model, by channel. */
  channelBills: byKey(looseBill),
  /** Largest number of decimals of their amounts. */
  decimals: greatest,
});
/** Requests and bill rows that can be compared only by totals. */
export type LooseTotals = Accumulator<typeof looseTotals>;

/** Records that the log has a row at a time (epoch milliseconds), which extends the time that the log covers. */
export const addLogTime = ({ log }: LooseTotals, time: number): void => {
  log.times.add(time);
  log.slots.add(Math.floor(time / SLOT_MS));
};

/** Sums token counts, rounded because the sum of fractions depends on the order. */
const tokensOf = (tokens: Tokens = {}): number =>
  TOKEN_KINDS.reduce((all, kind) => all + (kind === 'reasoning' ? 0 : Math.round(tokens[kind] ?? 0)), 0);

/** Adds a sold request without a bill row of its own. The amount that findings count as `lost` is not subtracted. */
export function addLooseSale({ looseSales }: LooseTotals, request: Request, lost = ZERO): void {
  const { model, channelId = '', time, estimate } = request;
  const { isDelivered, isFree, net } = request.sales;
  const entry = looseSales.at(model);
  const tokens = tokensOf(request.sales.tokens);
  entry.requests.value++;
  entry.tokens.value += tokens;
  if (isDelivered) entry.delivered.value++;
  if (isFree) {
    entry.free.requests.value++;
    entry.free.tokens.value += tokens;
  }
  entry.lost.add(lost);
  const slot = entry.channels.at(channelId).at(toSlotKey(time));
  slot.requests.value++;
  slot.revenue.add(net);
  if (estimate === 'unpriced') slot.unpriced.value++;
  if (typeof estimate === 'object') {
    slot.priced.value++;
    slot.estimated.add(estimate.total);
    addRequestKinds(slot, estimate, request.sales.tokens);
  }
  const isWithoutMoney = net.isZero() && (typeof estimate !== 'object' || estimate.total.isZero());
  if (isDelivered && !isWithoutMoney) slot.sold.value++;
}

const HALF = toDecimal('0.5');
/** Returns the time within the day or hour (`length`) of a time, also before 1970. */
const timeWithin = (time: number, length: number): number => ((time % length) + length) % length;

/** Adds an included, settled upstream row that can be compared only by totals, because it belongs to no request. */
export function addLooseBillRow({ bills, channelBills, billed, decimals }: LooseTotals, row: UsageRow): void {
  const { model, channelId = '', occurredAt, net, endsAt } = row;
  billed.add(occurredAt);
  const entry = row.isOfChannel ? channelBills.at(channelId) : bills.at(model).at(channelId);
  const slot = entry.slots.at(toSlotKey(occurredAt));
  slot.rows.value++;
  slot.net.add(net);
  addBillKinds(slot, row);
  decimals.add(net.decimalPlaces() ?? 0);
  if (row.decimals !== undefined) entry.rounding.add(shiftPoint(HALF, -row.decimals));
  if (endsAt !== undefined) {
    // Treat a span shorter than a quarter hour as a point in time.
    const isEvent = endsAt - occurredAt < SLOT_MS;
    const start = isEvent ? slotStart(toSlotKey(occurredAt)) : occurredAt;
    entry.spans.at(`${start} ${isEvent ? start : endsAt}`).add(net);
    return;
  }
  slot.open.rows.value++;
  slot.open.net.add(net);
  entry.rows.value++;
  entry.ofDay.add(timeWithin(occurredAt, DAY_MS));
  entry.ofHour.add(timeWithin(occurredAt, HOUR_MS));
}
