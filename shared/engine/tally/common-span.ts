import { DAY_MS, HOUR_MS, localDay } from '../../instant.ts';
import { type Decimal, isPositive, total, ZERO } from '../../money.ts';
import type { Context } from '../survey/context.ts';
import { type Coverage, SLOT_MS } from './coverage.ts';
import { courseOf } from './estimated/course.ts';
import type { TallyOf } from './monoid.ts';

/** A grain shows in this many rows, on two days or in two hours. */
const ROWS_MIN = 3;

type Bill = NonNullable<ReturnType<NonNullable<ReturnType<Coverage['bills']['get']>>['get']>>;
type Covered = NonNullable<
  ReturnType<NonNullable<ReturnType<Coverage['covered']['get']>>['channels']['get']>
>;

/** Rows of a bill, and the requests that they may be about. */
export interface Part {
  readonly bill: readonly Bill[];
  readonly covered: readonly Covered[];
}

/** What a bill and a log say of the time that both hold. */
export interface Comparison {
  readonly cost: Decimal;
  readonly revenue: Decimal;
  /** Requests that are compared. */
  readonly compared: number;
  /** Revenue of requests so close to a bound that the other side may hold them. */
  readonly atBounds: Decimal;
  /** Cost of events so close to an end of the log that it may hold their requests no more. */
  readonly eventsAtBounds: Decimal;
  /** What lies outside: cost that the log does not reach, and revenue that the bill does not. */
  readonly beyondLog: Decimal;
  readonly beyondBill: Decimal;
  /** What requests of days that the bill lacks between days that it has are estimated to cost; else their revenue. */
  readonly missing: Decimal;
  /** What of the bill is compared, in the order of time; without length where rows are events. */
  readonly buckets: readonly Bucket[];
}

/** A stretch of time, in epoch milliseconds. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Bucket extends Stretch {
  readonly net: Decimal;
}

/** When the month of an instant ends that is the first of one at some offset from UTC; `undefined` where it is not. */
function monthEnd(start: number): number | undefined {
  const { date, offsetMs } = localDay(start);
  if (date.getUTCDate() !== 1) return undefined;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - offsetMs;
}

/** The one value of some extremes, if all agree. */
function onlyOf(phases: readonly Bill['ofDay'][]): number | undefined {
  const [first] = phases;
  const value = first?.first.value;
  return phases.every(({ first, last }) => first.value === value && last.value === value) ? value : undefined;
}

/** Whether something was sold a day or more after a time. */
const isSoldAfter = (covered: readonly Covered[], time: number): boolean =>
  covered.some((slots) =>
    [...slots].some(
      ([slot, { sold }]) => sold.value > 0 && Number.parseInt(slot, 10) * SLOT_MS >= time + DAY_MS,
    ),
  );

/** How long each bucket of a bill is, by when it begins; `undefined` where rows are events. */
function lengthOf(
  { bill, covered }: Part,
  starts: readonly number[],
): ((start: number) => number) | undefined {
  const rows = bill.reduce((sum, { rows }) => sum + rows.value, 0);
  const isCourse = rows >= ROWS_MIN && starts.length > 1;
  const isByMonth = starts.every((start) => monthEnd(start) !== undefined);
  // A row for a month may be all that a bill has; one for its first day alone would leave what was sold later without any.
  if (isByMonth && (isCourse || isSoldAfter(covered, starts.at(-1) ?? 0)))
    return (start) => (monthEnd(start) ?? start) - start;
  if (!isCourse) return undefined;
  if (onlyOf(bill.map(({ ofDay }) => ofDay)) !== undefined) return () => DAY_MS;
  return onlyOf(bill.map(({ ofHour }) => ofHour)) === undefined ? undefined : () => HOUR_MS;
}

/** Rows of a bill by the quarter in which they are dated, with the first instant of all that share one. */
function netsOf(bill: readonly Bill[]): Map<number, Decimal> {
  const within = (onlyOf(bill.map(({ ofHour }) => ofHour)) ?? 0) % SLOT_MS;
  const nets = new Map<number, Decimal>();
  for (const { slots } of bill)
    for (const [slot, net] of slots) {
      const start = Number.parseInt(slot, 10) * SLOT_MS + within;
      nets.set(start, (nets.get(start) ?? ZERO).plus(net.value));
    }
  return nets;
}

/** The log's span: from its first to its last row, and to a bound of the period that it has rows within a day of. */
function spanOf({ first, last }: Coverage['log'], { start, end }: Context): Stretch | undefined {
  if (first.value === undefined || last.value === undefined) return undefined;
  return {
    start: start !== undefined && first.value - start <= DAY_MS ? start : first.value,
    end: end !== undefined && end - last.value <= DAY_MS ? end : last.value,
  };
}

type Slot = TallyOf<Covered['monoid']>;
const inStretch = (covered: readonly Covered[], { start, end }: Stretch): Slot[] =>
  covered.flatMap((slots) =>
    [...slots]
      .filter(([slot]) => {
        const middle = (Number.parseInt(slot, 10) + 0.5) * SLOT_MS;
        return middle >= start && middle < end;
      })
      .map(([, sums]) => sums),
  );
const revenueOf = (slots: readonly Slot[]): Decimal => total(slots, ({ revenue }) => revenue.value);

/** Stretches of a day at least between buckets that follow each other. */
const gapsOf = (buckets: readonly Bucket[]): Stretch[] =>
  buckets.flatMap(({ end }, place) => {
    const next = buckets[place + 1];
    return next !== undefined && next.start - end >= DAY_MS ? [{ start: end, end: next.start }] : [];
  });

/**
 * What days come to that the bill lacks, whole ones at whatever offset from UTC; of requests that are close to neither
 * end of what it lacks.
 * @param buckets all of the bill: those too in which the log has no row, for what began in them was logged later, and
 * those that it holds in part
 */
function missingIn(covered: readonly Covered[], buckets: readonly Bucket[]): Decimal {
  const gaps = gapsOf(buckets);
  const sumOf = (of: (slot: Slot) => Decimal): Decimal => {
    const course = courseOf(covered, (slot: Slot) => (slot.sold.value > 0 ? of(slot) : ZERO));
    return total(gaps, ({ start, end }) => course.within(start + SLOT_MS, end - SLOT_MS));
  };
  if (gaps.length === 0) return ZERO;
  const estimated = sumOf((slot) => slot.estimated.value);
  return isPositive(estimated) ? estimated : sumOf((slot) => slot.revenue.value);
}

/** Compares a bill with a log over the time that both hold. */
export function compared(part: Part, log: Coverage['log'], context: Context): Comparison {
  const { bill, covered } = part;
  const nets = netsOf(bill);
  const starts = [...nets.keys()].sort((a, b) => a - b);
  const everything = revenueOf(covered.flatMap((slots) => [...slots.values()]));
  const cost = total([...nets.values()], (net) => net);
  const span = spanOf(log, context);
  const nothing = {
    cost: ZERO,
    revenue: ZERO,
    compared: 0,
    atBounds: ZERO,
    eventsAtBounds: ZERO,
    missing: ZERO,
    buckets: [],
  };
  if (span === undefined) return { ...nothing, beyondLog: cost, beyondBill: everything };
  const length = lengthOf(part, starts);
  const buckets = starts.map((start) => ({
    start,
    end: start + (length?.(start) ?? 0),
    net: nets.get(start) ?? ZERO,
  }));
  const inside = buckets.filter(({ start, end }) => {
    if (length === undefined) return start >= span.start - SLOT_MS && start <= span.end + SLOT_MS;
    const spare = (end - start) / 100;
    return start >= span.start - spare && end <= span.end + spare && log.slots.hasIn(start, end);
  });
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined)
    return { ...nothing, beyondLog: cost, beyondBill: everything };
  const held = total(inside, ({ net }) => net);
  const beyondLog = cost.minus(held);
  const whole = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const common = length === undefined ? whole : { start: first.start, end: last.end };
  const slots = inStretch(covered, common);
  const revenue = revenueOf(slots);
  const bounds = [
    { start: common.start - SLOT_MS, end: common.start },
    { start: common.end, end: common.end + SLOT_MS },
  ];
  // A bill dates the start of a request, and a log its end: that of a late event may lie beyond the log.
  const isAtBound = ({ start, net }: Bucket): boolean =>
    isPositive(net) && (start + SLOT_MS <= span.start || start + SLOT_MS > span.end - SLOT_MS);
  const isByDays = length !== undefined && length(first.start) <= DAY_MS;
  return {
    buckets: inside,
    cost: held,
    revenue,
    beyondLog,
    beyondBill: everything.minus(revenue),
    compared: slots.reduce((sum, { requests }) => sum + requests.value, 0),
    atBounds: total(bounds, (bound) => revenueOf(inStretch(covered, bound))),
    eventsAtBounds: length === undefined ? total(inside.filter(isAtBound), ({ net }) => net) : ZERO,
    missing: isByDays ? missingIn(covered, buckets) : ZERO,
  };
}
