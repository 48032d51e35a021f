import { DAY_MS, HOUR_MS, inferLocalDay } from '../../../instant.ts';
import { type Decimal, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import type { Context } from '../../survey/context.ts';
import { extendToPeriod } from '../../survey/ledger-span.ts';
import { courseOf } from './course.ts';
import type { Billed, Coverage, CoveredSlots } from './coverage.ts';
import { ALL_TIME, isWithin, SLOT_MS, type Stretch, startOf } from './slots.ts';

/** A grain shows in this many rows, on two days or in two hours. */
const ROWS_MIN = 3;

/** Rows of a bill, and the requests that they may be about. */
export interface Part {
  readonly bill: readonly Billed[];
  readonly covered: readonly CoveredSlots[];
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
  /** What of the bill is compared, in the order of time. */
  readonly buckets: readonly Bucket[];
}

/** What a bill says of a stretch of time, or, where that has no length, of an event. */
export interface Bucket extends Stretch {
  readonly net: Decimal;
}

/** When the month of an instant ends that is the first of one at some offset from UTC; `undefined` where it is not. */
function monthEnd(start: number): number | undefined {
  const { date, offsetMs } = inferLocalDay(start);
  if (date.getUTCDate() !== 1) return undefined;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - offsetMs;
}

/** The one value of some extremes, if all agree. */
function onlyOf(phases: readonly Billed['ofDay'][]): number | undefined {
  const [first] = phases;
  const value = first?.first.value;
  return phases.every(({ first, last }) => first.value === value && last.value === value) ? value : undefined;
}

/** Whether something was sold a day or more after a time. */
const isSoldAfter = (covered: readonly CoveredSlots[], time: number): boolean =>
  covered.some((slots) =>
    [...slots].some(([slot, { sold }]) => sold.value > 0 && startOf(slot) >= time + DAY_MS),
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

/** Rows of a bill that state no end, by the quarter in which they are dated, with the first instant of all that share one. */
function netsOf(bill: readonly Billed[]): Map<number, Decimal> {
  const within = (onlyOf(bill.map(({ ofHour }) => ofHour)) ?? 0) % SLOT_MS;
  const nets = new Map<number, Decimal>();
  for (const { slots } of bill)
    for (const [slot, { open }] of slots) {
      if (open.rows.value === 0) continue;
      const start = startOf(slot) + within;
      nets.set(start, (nets.get(start) ?? ZERO).plus(open.net.value));
    }
  return nets;
}

/** Stretches of a day at least between buckets, which are in the order of their starts. */
function gapsOf(buckets: readonly Bucket[]): Stretch[] {
  let reached = buckets[0]?.end ?? 0;
  return buckets.flatMap((bucket) => {
    const { start } = bucket;
    const end = reached;
    reached = Math.max(reached, bucket.end);
    return start - end >= DAY_MS ? [{ start: end, end: start }] : [];
  });
}

/** The buckets that rows state themselves. */
function statedBuckets(bill: readonly Billed[]): Bucket[] {
  const nets = new Map<string, Decimal>();
  for (const { spans } of bill)
    for (const [span, net] of spans) nets.set(span, (nets.get(span) ?? ZERO).plus(net.value));
  return [...nets].map(([span, net]) => {
    const [start = 0, end = 0] = span.split(' ').map(Number);
    return { start, end, net };
  });
}

/**
 * What days come to that the bill lacks, whole ones at whatever offset from UTC; of requests that are close to neither
 * end of what it lacks.
 * @param buckets all of the bill: those too in which the log has no row, for what began in them was logged later, and
 * those that it holds in part
 */
function missingIn(covered: readonly CoveredSlots[], buckets: readonly Bucket[]): Decimal {
  const gaps = gapsOf(buckets);
  if (gaps.length === 0) return ZERO;
  const sumOf = (what: 'estimated' | 'revenue'): Decimal => {
    const course = courseOf(covered, (slot) => (slot.sold.value > 0 ? slot[what].value : ZERO));
    return sumBy(gaps, ({ start, end }) => course.within({ start: start + SLOT_MS, end: end - SLOT_MS }));
  };
  const estimated = sumOf('estimated');
  return isPositive(estimated) ? estimated : sumOf('revenue');
}

/** All of a bill, in the order of time. */
function bucketsOf({ bill, covered }: Part): Bucket[] {
  const open = bill.filter(({ rows }) => rows.value > 0);
  const nets = [...netsOf(open)].sort(([a], [b]) => a - b);
  const starts = nets.map(([start]) => start);
  const length = lengthOf({ bill: open, covered }, starts);
  const guessed = nets.map(([start, net]) => ({ start, end: start + (length?.(start) ?? 0), net }));
  return [...guessed, ...statedBuckets(bill)].sort((a, b) => a.start - b.start || a.end - b.end);
}

export const isEvent = ({ start, end }: Stretch): boolean => start === end;

/** Whether a log holds the requests of a bucket. */
const isHeldBy =
  ({ slots }: Coverage['log'], span: Stretch) =>
  (bucket: Bucket): boolean => {
    const { start, end } = bucket;
    if (isEvent(bucket)) return start >= span.start - SLOT_MS && start <= span.end + SLOT_MS;
    const spare = (end - start) / 100;
    return start >= span.start - spare && end <= span.end + spare && slots.hasIn(bucket);
  };

/** From the first bucket to the last; events say nothing of the time between them. `undefined` of none. */
export function stretchOf(buckets: readonly Bucket[]): Stretch | undefined {
  const [first] = buckets;
  if (first === undefined) return undefined;
  if (buckets.some(isEvent)) return ALL_TIME;
  return { start: first.start, end: buckets.reduce((end, bucket) => Math.max(end, bucket.end), first.end) };
}

/** A bill dates the start of a request, and a log its end: that of a late event may lie beyond the log. */
const isAtEndOf =
  (span: Stretch) =>
  (bucket: Bucket): boolean =>
    isEvent(bucket) &&
    isPositive(bucket.net) &&
    (bucket.start + SLOT_MS <= span.start || bucket.start + SLOT_MS > span.end - SLOT_MS);

const netOf = ({ net }: Bucket): Decimal => net;

/** Where a bill and a log hold no time in common. */
const NOTHING: Omit<Comparison, 'beyondLog' | 'beyondBill'> = {
  cost: ZERO,
  revenue: ZERO,
  compared: 0,
  atBounds: ZERO,
  eventsAtBounds: ZERO,
  missing: ZERO,
  buckets: [],
};

/** Compares a bill with a log over the time that both hold. */
export function compared(part: Part, log: Coverage['log'], context: Context): Comparison {
  const { covered } = part;
  const all = bucketsOf(part);
  const earnings = courseOf(covered, (slot) => slot.revenue.value);
  const [billed, earned] = [sumBy(all, netOf), earnings.within(ALL_TIME)];
  const span = extendToPeriod({ first: log.first.value ?? null, last: log.last.value ?? null }, context);
  const buckets = span === undefined ? [] : all.filter(isHeldBy(log, span));
  const common = stretchOf(buckets);
  if (span === undefined || common === undefined)
    return { ...NOTHING, beyondLog: billed, beyondBill: earned };
  const [cost, revenue] = [sumBy(buckets, netOf), earnings.within(common)];
  const isByDays = buckets.every(({ start, end }) => end > start && end - start <= DAY_MS + HOUR_MS);
  const slots = covered.flatMap((own) => [...own]).filter(([slot]) => isWithin(slot, common));
  return {
    buckets,
    cost,
    revenue,
    beyondLog: billed.minus(cost),
    beyondBill: earned.minus(revenue),
    compared: slots.reduce((sum, [, { requests }]) => sum + requests.value, 0),
    atBounds: earnings.around(common).mayEnter,
    eventsAtBounds: sumBy(buckets.filter(isAtEndOf(span)), netOf),
    missing: isByDays ? missingIn(covered, all) : ZERO,
  };
}
