import { DAY_MS, HOUR_MS, inferLocalDay } from '../../../instant.ts';
import { type Decimal, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import type { Context } from '../../survey/context.ts';
import { extendToPeriod } from '../../survey/ledger-span.ts';
import { toLocalHour } from '../totals/local-hour.ts';
import type { Billed, Coverage, CoveredSlots } from './coverage.ts';
import { buildPrefixSums } from './prefix-sums.ts';
import { ALL_TIME, isWithin, SLOT_MS, type Stretch, startOf } from './slots.ts';

/** Least number of rows, at two times, from which the length of buckets is recognized. */
const ROWS_MIN = 3;

/** Rows of a bill, and the requests that they may be about. */
export interface Part {
  readonly bill: readonly Billed[];
  readonly covered: readonly CoveredSlots[];
}

/** Comparison of bill and log over the time that both cover. */
export interface Comparison {
  readonly cost: Decimal;
  readonly revenue: Decimal;
  /** Number of compared requests. */
  readonly compared: number;
  /** Revenue of requests so close to an end that the bill may contain them. */
  readonly atBounds: Decimal;
  /** Cost of events so close to an end of the log that their requests may be outside of it. */
  readonly eventsAtBounds: Decimal;
  /** Cost outside the time of the log, and revenue outside the time of the bill. */
  readonly beyondLog: Decimal;
  readonly beyondBill: Decimal;
  /** Estimated cost, otherwise revenue, of requests on days that are missing within the bill. */
  readonly missing: Decimal;
  /** Compared buckets of the bill, by time. */
  readonly buckets: readonly Bucket[];
  /** Revenue and cost that are not compared, by the day of the request or of the bill row. */
  readonly outside: readonly OutsideAmount[];
}

/** Revenue, or cost of a bill row, on a day that the other side does not cover. */
interface OutsideAmount {
  readonly day: string;
  readonly revenue: Decimal;
  readonly cost: Decimal;
}

/** Cost that a bill has for a time span, or for an event if the span is empty. */
export interface Bucket extends Stretch {
  readonly net: Decimal;
}

/** Returns the end of the month if a time is its first instant at some offset from UTC; otherwise `undefined`. */
function monthEnd(start: number): number | undefined {
  const { date, offsetMs } = inferLocalDay(start);
  if (date.getUTCDate() !== 1) return undefined;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - offsetMs;
}

/** Returns the only value of several extremes; `undefined` if they differ. */
function onlyOf(phases: readonly Billed['ofDay'][]): number | undefined {
  const [first] = phases;
  const value = first?.first.value;
  return phases.every(({ first, last }) => first.value === value && last.value === value) ? value : undefined;
}

/** Returns whether something was sold a day or more after a time. */
const isSoldAfter = (covered: readonly CoveredSlots[], time: number): boolean =>
  covered.some((slots) =>
    [...slots].some(([slot, { sold }]) => sold.value > 0 && startOf(slot) >= time + DAY_MS),
  );

/** Finds the length of a bill's buckets by their start; `undefined` if rows are events. */
function lengthOf(
  { bill, covered }: Part,
  starts: readonly number[],
): ((start: number) => number) | undefined {
  const rows = bill.reduce((sum, { rows }) => sum + rows.value, 0);
  const isCourse = rows >= ROWS_MIN && starts.length > 1;
  const isByMonth = starts.every((start) => monthEnd(start) !== undefined);
  // A single row on the first of a month covers the whole month if anything was sold later: as a row of one day it
  // would leave those sales without cost.
  if (isByMonth && (isCourse || isSoldAfter(covered, starts.at(-1) ?? 0)))
    return (start) => (monthEnd(start) ?? start) - start;
  if (!isCourse) return undefined;
  if (onlyOf(bill.map(({ ofDay }) => ofDay)) !== undefined) return () => DAY_MS;
  return onlyOf(bill.map(({ ofHour }) => ofHour)) === undefined ? undefined : () => HOUR_MS;
}

/** Sums bill rows without an end by quarter hour, at the first time within the quarter that all rows share. */
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

/** Finds gaps of at least a day between buckets, which are sorted by start. */
function gapsOf(buckets: readonly Bucket[]): Stretch[] {
  let reached = buckets[0]?.end ?? 0;
  return buckets.flatMap((bucket) => {
    const { start } = bucket;
    const end = reached;
    reached = Math.max(reached, bucket.end);
    return start - end >= DAY_MS ? [{ start: end, end: start }] : [];
  });
}

/** Returns the buckets of rows that contain their own end. */
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
 * Sums the cost of days that are missing in the bill, whole days at any offset from UTC, without requests close to an
 * end of a gap.
 * @param gaps between all buckets of the bill, also those without a log row (requests that started in them were logged
 * later) and those only partly in the log
 */
function missingIn(covered: readonly CoveredSlots[], gaps: readonly Stretch[]): Decimal {
  if (gaps.length === 0) return ZERO;
  const sumOf = (what: 'estimated' | 'revenue'): Decimal => {
    const course = buildPrefixSums(covered, (slot) => (slot.sold.value > 0 ? slot[what].value : ZERO));
    return sumBy(gaps, ({ start, end }) => course.within({ start: start + SLOT_MS, end: end - SLOT_MS }));
  };
  const estimated = sumOf('estimated');
  return isPositive(estimated) ? estimated : sumOf('revenue');
}

/** Builds all buckets of a bill, by time. */
function bucketsOf({ bill, covered }: Part): Bucket[] {
  const open = bill.filter(({ rows }) => rows.value > 0);
  const nets = [...netsOf(open)].sort(([a], [b]) => a - b);
  const starts = nets.map(([start]) => start);
  const length = lengthOf({ bill: open, covered }, starts);
  const guessed = nets.map(([start, net]) => ({ start, end: start + (length?.(start) ?? 0), net }));
  return [...guessed, ...statedBuckets(bill)].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns whether a bucket is a point in time: the bill row is about one request. */
export const isEvent = ({ start, end }: Stretch): boolean => start === end;

/** Builds the test whether the log covers a bucket. */
const isHeldBy =
  ({ slots }: Coverage['log'], span: Stretch) =>
  (bucket: Bucket): boolean => {
    const { start, end } = bucket;
    if (isEvent(bucket)) return start >= span.start - SLOT_MS && start <= span.end + SLOT_MS;
    const spare = (end - start) / 100;
    return start >= span.start - spare && end <= span.end + spare && slots.hasIn(bucket);
  };

/** Returns the span from the first bucket to the last, all time for events, `undefined` without buckets. */
export function spanOfBuckets(buckets: readonly Bucket[]): Stretch | undefined {
  const [first] = buckets;
  if (first === undefined) return undefined;
  if (buckets.some(isEvent)) return ALL_TIME;
  return { start: first.start, end: buckets.reduce((end, bucket) => Math.max(end, bucket.end), first.end) };
}

/**
 * Builds the test whether an event is close to an end of the log: a bill dates the start of a request and a log its
 * end, so the request may be outside of the log.
 */
const isAtEndOf =
  (span: Stretch) =>
  (bucket: Bucket): boolean =>
    isEvent(bucket) &&
    isPositive(bucket.net) &&
    (bucket.start + SLOT_MS <= span.start || bucket.start + SLOT_MS > span.end - SLOT_MS);

const netOf = ({ net }: Bucket): Decimal => net;

/** Lists requests outside the compared time, or in a gap of the bill, and the bill rows that are not compared. */
function* outsideIn(
  covered: readonly CoveredSlots[],
  unheld: readonly Bucket[],
  common: Stretch | undefined,
  gaps: readonly Stretch[],
  context: Context,
): Generator<OutsideAmount> {
  for (const { start, net } of unheld)
    yield { day: toLocalHour(start, context).day, revenue: ZERO, cost: net };
  // Slots and gaps are both sorted by time, so that one pass over the gaps is enough.
  const slots = covered.flatMap((own) => [...own]).sort(([a], [b]) => startOf(a) - startOf(b));
  let next = 0;
  for (const [slot, { revenue }] of slots) {
    const start = startOf(slot);
    while (next < gaps.length && (gaps[next] as Stretch).end <= start + SLOT_MS / 2) next++;
    const gap = gaps[next];
    const isCompared = common !== undefined && isWithin(slot, common);
    if (!isCompared || (gap !== undefined && isWithin(slot, gap)))
      yield { day: toLocalHour(start, context).day, revenue: revenue.value, cost: ZERO };
  }
}

/** Comparison of bill and log without common time. */
const NOTHING: Omit<Comparison, 'beyondLog' | 'beyondBill' | 'outside'> = {
  cost: ZERO,
  revenue: ZERO,
  compared: 0,
  atBounds: ZERO,
  eventsAtBounds: ZERO,
  missing: ZERO,
  buckets: [],
};

/** Compares bill and log over the time that both cover. */
export function compareSpan(
  part: Part,
  log: Coverage['log'],
  context: Context,
  takesPeriod = false,
): Comparison {
  const { covered } = part;
  const isPeriod = ({ start, end }: Bucket) => takesPeriod && start === context.start && end === context.end;
  const all = bucketsOf(part);
  const earnings = buildPrefixSums(covered, (slot) => slot.revenue.value);
  const [billed, earned] = [sumBy(all, netOf), earnings.within(ALL_TIME)];
  const span = extendToPeriod({ first: log.first.value ?? null, last: log.last.value ?? null }, context);
  const isHeld = span && isHeldBy(log, span);
  const buckets = all.filter((bucket) => isHeld && (isPeriod(bucket) || isHeld(bucket)));
  const common = spanOfBuckets(buckets);
  if (span === undefined || common === undefined)
    return {
      ...NOTHING,
      beyondLog: billed,
      beyondBill: earned,
      outside: [...outsideIn(covered, all, undefined, [], context)],
    };
  const [cost, revenue] = [sumBy(buckets, netOf), earnings.within(common)];
  const isByDays = buckets.every(({ start, end }) => end > start && end - start <= DAY_MS + HOUR_MS);
  const slots = covered.flatMap((own) => [...own]).filter(([slot]) => isWithin(slot, common));
  const missing = isByDays ? missingIn(covered, gapsOf(all)) : ZERO;
  const held = new Set(buckets);
  const unheld = all.filter((bucket) => !held.has(bucket));
  return {
    buckets,
    cost,
    revenue,
    beyondLog: billed.minus(cost),
    beyondBill: earned.minus(revenue),
    compared: slots.reduce((sum, [, { requests }]) => sum + requests.value, 0),
    atBounds: earnings.around(common).mayEnter,
    eventsAtBounds: sumBy(buckets.filter(isAtEndOf(span)), netOf),
    missing,
    outside: [...outsideIn(covered, unheld, common, isPositive(missing) ? gapsOf(all) : [], context)],
  };
}
