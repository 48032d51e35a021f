import { DAY_MS, HOUR_MS, inferLocalDay } from '../../../instant.ts';
import { type Decimal, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import type { Context } from '../../survey/context.ts';
import { extendToPeriod, type FirstAndLast, type Span } from '../../survey/ledger-span.ts';
import { toLocalHour } from '../totals/local-hour.ts';
import type { LooseBill, LooseSaleSlots, LooseTotals } from './loose-totals.ts';
import { ALL_TIME, buildPrefixSums, isSlotWithin, SLOT_MS, slotStart } from './slots.ts';

/** Least number of rows, at two times, from which the length of buckets is recognized. */
const ROWS_MIN = 3;

/** Rows of a bill, and the requests that they may be about. */
export interface BillPart {
  readonly bill: readonly LooseBill[];
  readonly looseSales: readonly LooseSaleSlots[];
}

/** Comparison of bill and log over the time that both cover. */
export interface Comparison {
  readonly cost: Decimal;
  readonly revenue: Decimal;
  /** Number of compared requests. */
  readonly comparedRequests: number;
  /** Revenue of requests so close to an end that the bill may contain them. */
  readonly revenueAtBounds: Decimal;
  /** Cost of events so close to an end of the log that their requests may be outside of it. */
  readonly costAtBounds: Decimal;
  /** Cost outside the time of the log, and revenue outside the time of the bill. */
  readonly costOutsideLog: Decimal;
  readonly revenueOutsideBill: Decimal;
  /** Estimated cost, otherwise revenue, of requests on days that are missing within the bill. */
  readonly costOfMissingDays: Decimal;
  /** Largest error of the rows by rounding. */
  readonly rounding: Decimal;
  /** Compared buckets of the bill, by time. */
  readonly buckets: readonly Bucket[];
  /** Requests, revenue and cost that are not compared, by the day of the request or of the bill row. */
  readonly outside: readonly OutsideAmount[];
}

/** Requests and their revenue, or cost of a bill row, on a day that only log or only bill covers. */
interface OutsideAmount {
  readonly day: string;
  readonly requests: number;
  readonly revenue: Decimal;
  readonly cost: Decimal;
}

/** Cost that a bill has for a time span, or for an event if the span is empty. */
export interface Bucket extends Span {
  readonly net: Decimal;
}

/** Returns the end of the month if a time is its first instant at some offset from UTC; otherwise `undefined`. */
function findMonthEnd(start: number): number | undefined {
  const { date, offsetMs } = inferLocalDay(start);
  if (date.getUTCDate() !== 1) return undefined;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - offsetMs;
}

/** Returns the time within the day or hour that all rows of some bills share; `undefined` if they differ. */
function findCommonPhase(bill: readonly LooseBill[], unit: 'ofDay' | 'ofHour'): number | undefined {
  const value = bill[0]?.[unit].ends.first ?? undefined;
  const isCommon = bill.every(({ [unit]: { ends } }) => ends.first === value && ends.last === value);
  return isCommon ? value : undefined;
}

/** Returns whether something was sold a day or more after a time. */
const isSoldAfter = (looseSales: readonly LooseSaleSlots[], time: number): boolean =>
  looseSales.some((slots) =>
    [...slots].some(([slot, { sold }]) => sold.value > 0 && slotStart(slot) >= time + DAY_MS),
  );

/** Builds the function that finds the end of a bucket by its start, which is its end if rows are events. */
function buildEndFinder({ bill, looseSales }: BillPart, starts: readonly number[]) {
  const rows = bill.reduce((sum, { rows }) => sum + rows.value, 0);
  const hasSeveral = rows >= ROWS_MIN && starts.length > 1;
  const isByMonth = starts.every((start) => findMonthEnd(start) !== undefined);
  // A single row on the first of a month covers the whole month if anything was sold later: as a row of one day it
  // would leave those sales without cost.
  if (isByMonth && (hasSeveral || isSoldAfter(looseSales, starts.at(-1) ?? 0)))
    return (start: number) => findMonthEnd(start) ?? start;
  if (hasSeveral && findCommonPhase(bill, 'ofDay') !== undefined) return (start: number) => start + DAY_MS;
  if (hasSeveral && findCommonPhase(bill, 'ofHour') !== undefined) return (start: number) => start + HOUR_MS;
  return (start: number) => start;
}

/** Sums bill rows without an end by quarter hour, at the first time within the quarter that all rows share. */
function sumByStart(bill: readonly LooseBill[]): Map<number, Decimal> {
  const within = (findCommonPhase(bill, 'ofHour') ?? 0) % SLOT_MS;
  const nets = new Map<number, Decimal>();
  for (const { slots } of bill)
    for (const [slot, { open }] of slots) {
      if (open.rows.value === 0) continue;
      const start = slotStart(slot) + within;
      nets.set(start, (nets.get(start) ?? ZERO).plus(open.net.value));
    }
  return nets;
}

/** Finds gaps of at least a day between buckets, which are sorted by start. */
function findGaps(buckets: readonly Bucket[]): Span[] {
  let reached = buckets[0]?.end ?? 0;
  return buckets.flatMap(({ start, end }) => {
    const gap = { start: reached, end: start };
    reached = Math.max(reached, end);
    return gap.end - gap.start >= DAY_MS ? gap : [];
  });
}

/** Sums bill rows that contain their own end by start and end. */
function sumBySpan(bill: readonly LooseBill[]): Bucket[] {
  const nets = new Map<string, Decimal>();
  for (const { spans } of bill)
    for (const [span, net] of spans) nets.set(span, (nets.get(span) ?? ZERO).plus(net.value));
  return [...nets].map(([span, net]) => {
    const [start = 0, end = 0] = span.split(' ').map(Number);
    return { start, end, net };
  });
}

/**
 * Sums the cost of days that are missing in the bill, whole days at any offset from UTC, without requests close to an
 * end of a gap. Gaps are between all buckets, as requests that started in a gap may be logged later.
 */
function sumMissing(looseSales: readonly LooseSaleSlots[], gaps: readonly Span[]): Decimal {
  if (gaps.length === 0) return ZERO;
  const sumOf = (field: 'estimated' | 'revenue'): Decimal => {
    const sums = buildPrefixSums(looseSales, (slot) => (slot.sold.value > 0 ? slot[field].value : ZERO));
    return sumBy(gaps, ({ start, end }) => sums.within({ start: start + SLOT_MS, end: end - SLOT_MS }));
  };
  const estimated = sumOf('estimated');
  return isPositive(estimated) ? estimated : sumOf('revenue');
}

/** Builds all buckets of a bill, by time. */
function buildBuckets({ bill, looseSales }: BillPart): Bucket[] {
  const open = bill.filter(({ rows }) => rows.value > 0);
  const nets = [...sumByStart(open)].sort(([a], [b]) => a - b);
  const findEnd = buildEndFinder(
    { bill: open, looseSales },
    nets.map(([start]) => start),
  );
  const inferred = nets.map(([start, net]) => ({ start, end: findEnd(start), net }));
  return [...inferred, ...sumBySpan(bill)].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns whether a span starts and ends at the same time. A bill row with such a span is about one request. */
export const isEvent = ({ start, end }: Span): boolean => start === end;

/** Returns whether a bucket is at most a day, which has 25 hours when clocks are put back. */
export const isDayOrLess = (bucket: Span): boolean =>
  !isEvent(bucket) && bucket.end - bucket.start <= DAY_MS + HOUR_MS;

/**
 * Extends the span of the log to the start of the first and the end of the last day of the bill (`days` of one part),
 * if the log begins and ends on these days: both cover the same days.
 */
function extendToBill(
  log: Span,
  days: readonly Bucket[],
  { first, last }: FirstAndLast,
  context: Context,
): Span {
  const { start = Number.POSITIVE_INFINITY, end = Number.NEGATIVE_INFINITY } = context;
  const findDay = (time: number) =>
    days.find((day) => isDayOrLess(day) && day.start <= time && time < day.end);
  const [firstDay, lastDay] = [findDay(log.start), findDay(log.end)];
  // `first` and `last` are from all parts of the bill. Days of other parts may begin at another offset from UTC, so
  // starts that differ by less than a day are on the same day.
  const isFirst = firstDay && firstDay.start >= start && firstDay.start - DAY_MS < (first ?? 0);
  const isLast = lastDay && lastDay.end <= end && lastDay.start + DAY_MS > (last ?? 0);
  return { start: isFirst ? firstDay.start : log.start, end: isLast ? lastDay.end : log.end };
}

/** Returns whether the log covers a bucket and has a row in it. */
function isInLog(bucket: Bucket, { slots }: LooseTotals['log'], log: Span): boolean {
  const { start, end } = bucket;
  if (isEvent(bucket)) return start >= log.start - SLOT_MS && start <= log.end + SLOT_MS;
  const spare = (end - start) / 100;
  if (start < log.start - spare || end > log.end + spare) return false;
  for (let slot = Math.floor(start / SLOT_MS); slot * SLOT_MS < end; slot++) if (slots.has(slot)) return true;
  return false;
}

/** Returns the span of buckets, which are sorted by start: infinite if one is an event, `undefined` without buckets. */
export function findBucketSpan(buckets: readonly Bucket[]): Span | undefined {
  const [first] = buckets;
  if (first === undefined) return undefined;
  if (buckets.some(isEvent)) return ALL_TIME;
  return { start: first.start, end: buckets.reduce((end, bucket) => Math.max(end, bucket.end), first.end) };
}

/** Returns whether an event is so close to an end of the log that its request, logged later, may be outside. */
const isNearLogEnd = (bucket: Bucket, log: Span): boolean =>
  isEvent(bucket) &&
  isPositive(bucket.net) &&
  (bucket.start + SLOT_MS <= log.start || bucket.start + SLOT_MS > log.end - SLOT_MS);

const netOf = ({ net }: Bucket): Decimal => net;

/** Lists requests outside the compared time, or in a gap of the bill, and the bill rows that are not compared. */
function listOutside(
  looseSales: readonly LooseSaleSlots[],
  uncompared: readonly Bucket[],
  common: Span,
  gaps: readonly Span[],
  context: Context,
): OutsideAmount[] {
  const dayOf = (start: number): string => toLocalHour(start, context).day;
  const outside = uncompared.map(({ start, net }) => ({
    day: dayOf(start),
    requests: 0,
    revenue: ZERO,
    cost: net,
  }));
  // Slots and gaps are both sorted by time, so that one pass over the gaps is enough.
  const slots = looseSales.flatMap((own) => [...own]).sort(([a], [b]) => slotStart(a) - slotStart(b));
  let next = 0;
  for (const [slot, { requests, revenue }] of slots) {
    const start = slotStart(slot);
    while (next < gaps.length && (gaps[next] as Span).end <= start + SLOT_MS / 2) next++;
    const gap = gaps[next];
    if (!isSlotWithin(slot, common) || (gap !== undefined && isSlotWithin(slot, gap)))
      outside.push({ day: dayOf(start), requests: requests.value, revenue: revenue.value, cost: ZERO });
  }
  return outside;
}

/** Span that contains nothing, even if it is extended. */
const NO_TIME: Span = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/**
 * Compares the cost in a part of a bill with the revenue of its requests, for the time that both bill and log cover.
 * @param acceptsWholePeriod whether to compare a bill row for the whole period even if the log covers only a part
 */
export function compareCostAndRevenue(
  part: BillPart,
  { log, billed }: Pick<LooseTotals, 'log' | 'billed'>,
  context: Context,
  acceptsWholePeriod = false,
): Comparison {
  const { looseSales } = part;
  const all = buildBuckets(part);
  const logged = extendToPeriod(log.times.ends, context);
  const logSpan = logged ? extendToBill(logged, all, billed.ends, context) : NO_TIME;
  const acceptsPeriod = acceptsWholePeriod && logged !== undefined;
  const isPeriod = ({ start, end }: Bucket) => start === context.start && end === context.end;
  const buckets = all.filter((row) => (acceptsPeriod && isPeriod(row)) || isInLog(row, log, logSpan));
  const common = findBucketSpan(buckets) ?? NO_TIME;
  const earnings = buildPrefixSums(looseSales, (slot) => slot.revenue.value);
  const [cost, revenue] = [sumBy(buckets, netOf), earnings.within(common)];
  const gaps = buckets.length > 0 && buckets.every(isDayOrLess) ? findGaps(all) : [];
  const costOfMissingDays = sumMissing(looseSales, gaps);
  const slots = looseSales.flatMap((own) => [...own]).filter(([slot]) => isSlotWithin(slot, common));
  const compared = new Set(buckets);
  const uncompared = all.filter((bucket) => !compared.has(bucket));
  return {
    buckets,
    cost,
    revenue,
    costOutsideLog: sumBy(all, netOf).minus(cost),
    revenueOutsideBill: earnings.within(ALL_TIME).minus(revenue),
    comparedRequests: slots.reduce((sum, [, { requests }]) => sum + requests.value, 0),
    revenueAtBounds: earnings.around(common).mayEnter,
    costAtBounds: sumBy(buckets, (bucket) => (isNearLogEnd(bucket, logSpan) ? bucket.net : ZERO)),
    costOfMissingDays,
    rounding: sumBy(part.bill, ({ rounding }) => rounding.value),
    outside: listOutside(looseSales, uncompared, common, isPositive(costOfMissingDays) ? gaps : [], context),
  };
}
