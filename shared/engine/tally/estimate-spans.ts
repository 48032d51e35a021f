import { type Decimal, decimal, exceeds, isPositive, larger, shifted, total, ZERO } from '../../money.ts';
import type { BilledGroup, Bills, ComparedPart } from './bills.ts';
import type { Bucket } from './common-span.ts';
import { SLOT_MS } from './coverage.ts';
import type { Estimates } from './estimates.ts';

type Slots = ReturnType<ReturnType<Estimates['slots']['at']>['at']>;
type BillSlots = ReturnType<ReturnType<Estimates['bills']['at']>['at']>;

/** A bucket of a bill beside what its requests are estimated to cost. */
export interface EstimatedBucket {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** Estimates of requests so close to its bounds that they may belong outside of it, or into it. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  /** What rounding may make of its rows. */
  readonly rounding: Decimal;
}

/** A bill without request ids beside what the requests of the same time are estimated to cost. */
export interface EstimatedPart {
  readonly model: string;
  /** Where the bill names it. */
  readonly channel: string | undefined;
  readonly requests: number;
  /** Those of them in the time that is compared. */
  readonly compared: number;
  readonly unpriced: number;
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** What requests at the ends of the time explain, in either direction. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  readonly buckets: readonly EstimatedBucket[];
  /** By kind of tokens, where the lines of the bill name kinds: what is billed and what is estimated. */
  readonly kinds: ReadonlyMap<string, { readonly billed: Decimal; readonly cost: Decimal }>;
  /** The same buckets where the log is cut at another offset from UTC, in milliseconds. */
  readonly cutAt: (offset: number) => readonly EstimatedBucket[];
}

/** Sums of slots up to each quarter, so that the sum of any stretch is told by two of them. */
class Course {
  readonly #starts: number[] = [];
  readonly #sums: Decimal[] = [ZERO];

  constructor(slots: readonly Slots[]) {
    const bySlot = new Map<number, Decimal>();
    for (const own of slots)
      for (const [slot, { cost }] of own) {
        const start = Number.parseInt(slot, 10) * SLOT_MS;
        bySlot.set(start, (bySlot.get(start) ?? ZERO).plus(cost.value));
      }
    for (const [start, cost] of [...bySlot].sort(([a], [b]) => a - b)) {
      this.#starts.push(start);
      this.#sums.push((this.#sums.at(-1) as Decimal).plus(cost));
    }
  }

  /** The sum of the quarters whose middle is before a time. */
  #before(time: number): Decimal {
    let [from, to] = [0, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] as number) + SLOT_MS / 2 < time) from = middle + 1;
      else to = middle;
    }
    return this.#sums[from] as Decimal;
  }

  within(start: number, end: number): Decimal {
    return this.#before(end).minus(this.#before(start));
  }
}

const numberOf = (bills: readonly BillSlots[]): ((bucket: Bucket) => number) => {
  const rows = new Map<number, number>();
  for (const own of bills)
    for (const [slot, { rows: count }] of own) {
      const start = Number.parseInt(slot, 10) * SLOT_MS;
      rows.set(start, (rows.get(start) ?? 0) + count.value);
    }
  return ({ start }) => rows.get(Math.floor(start / SLOT_MS) * SLOT_MS) ?? 0;
};

function sumsByKind(slots: readonly (Slots | BillSlots)[], start: number, end: number): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const own of slots)
    for (const [slot, { kinds }] of own) {
      const middle = (Number.parseInt(slot, 10) + 0.5) * SLOT_MS;
      if (middle < start || middle >= end) continue;
      for (const [kind, sum] of kinds) sums.set(kind, (sums.get(kind) ?? ZERO).plus(sum.value));
    }
  return sums;
}

/** Billed and estimated by kind; nothing where some line of the bill names none, or more than one. */
function byKind(bills: readonly BillSlots[], slots: readonly Slots[], start: number, end: number) {
  const billed = sumsByKind(bills, start, end);
  if (billed.size < 2 || billed.has('')) return new Map();
  const cost = sumsByKind(slots, start, end);
  const kinds = new Set([...billed.keys(), ...cost.keys()]);
  return new Map(
    [...kinds].map((kind) => [kind, { billed: billed.get(kind) ?? ZERO, cost: cost.get(kind) ?? ZERO }]),
  );
}

/** The part of a group on one channel, or on all. */
const onChannel = <T>(channel: string | undefined, byChannel: ReadonlyMap<string, T>): T[] =>
  [...byChannel].filter(([own]) => channel === undefined || own === channel).map(([, value]) => value);

function estimatedPart(
  { model, models, names }: BilledGroup,
  { channel, buckets }: ComparedPart,
  estimates: Estimates,
): EstimatedPart | undefined {
  const slots = models.flatMap((name) => onChannel(channel, estimates.slots.get(name) ?? new Map()));
  const bills = names.flatMap((name) => onChannel(channel, estimates.bills.get(name) ?? new Map()));
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined || slots.length === 0) return undefined;
  const areEvents = first.start === first.end;
  const [start, end] = areEvents
    ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [first.start, last.end];
  const course = new Course(slots);
  const rowsIn = numberOf(bills);
  const halfUnit = shifted(decimal('0.5'), -(estimates.decimals.value ?? 0));
  const around = (from: number, to: number) => ({
    mayLeave: course.within(from, from + SLOT_MS).plus(course.within(to - SLOT_MS, to)),
    mayEnter: course.within(from - SLOT_MS, from).plus(course.within(to, to + SLOT_MS)),
  });
  const cutAt = (offset: number): EstimatedBucket[] =>
    buckets.map((bucket) => {
      const [from, to] = [bucket.start + offset, bucket.end + offset];
      return {
        ...{ start: bucket.start, billed: bucket.net, cost: course.within(from, to), ...around(from, to) },
        rounding: halfUnit.times(rowsIn(bucket)),
      };
    });
  const isIn = (slot: string): boolean => {
    const middle = (Number.parseInt(slot, 10) + 0.5) * SLOT_MS;
    return middle >= start && middle < end;
  };
  const count = (of: (slot: { requests: { value: number }; unpriced: { value: number } }) => number) =>
    slots.reduce((sum, own) => [...own.values()].reduce((all, slot) => all + of(slot), sum), 0);
  return {
    ...{ model, channel, cutAt },
    requests: count(({ requests }) => requests.value),
    compared: slots.reduce(
      (sum, own) =>
        [...own].reduce((all, [slot, { requests }]) => all + (isIn(slot) ? requests.value : 0), sum),
      0,
    ),
    unpriced: count(({ unpriced }) => unpriced.value),
    billed: total(buckets, ({ net }) => net),
    cost: course.within(start, end),
    ...around(start, end),
    buckets: areEvents ? [] : cutAt(0),
    kinds: byKind(bills, slots, start, end),
  };
}

/** Bills without request ids beside estimates, where prices were stated. */
export const estimatedParts = ({ groups }: Bills, estimates: Estimates): EstimatedPart[] =>
  groups.flatMap((group) => group.parts.flatMap((part) => estimatedPart(group, part, estimates) ?? []));

/** Below this, two sums are one for practical purposes. */
const SHARE = decimal('0.02');
const LEAST = decimal('0.01');

/** Whether a bill is above its estimate by more than a small share, and by more than what its ends explain. */
export function differenceOf({ billed, cost, mayLeave, mayEnter }: EstimatedPart): Decimal | undefined {
  const difference = billed.minus(cost);
  const least = larger(cost.times(SHARE), LEAST);
  const explained = isPositive(difference) ? mayEnter : mayLeave;
  return exceeds(difference.abs(), least) && exceeds(difference.abs(), explained) ? difference : undefined;
}

const AGREED_MIN = { requests: 5, buckets: 2 };

/** Whether a bill agrees with its estimate so well that the estimate may be relied on. */
export const agrees = (part: EstimatedPart): boolean =>
  part.unpriced === 0 &&
  part.requests >= AGREED_MIN.requests &&
  part.buckets.length >= AGREED_MIN.buckets &&
  !exceeds(part.billed.minus(part.cost).abs(), part.cost.times(SHARE));
