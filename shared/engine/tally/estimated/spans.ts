import { type Decimal, decimal, exceeds, isPositive, larger, shifted, total, ZERO } from '../../../money.ts';
import { bare } from '../../rows/model-name.ts';
import type { BilledGroup, Bills, ComparedPart } from '../bills.ts';
import type { Bucket } from '../common-span.ts';
import { SLOT_MS } from '../coverage.ts';
import type { Estimates } from '../estimates.ts';
import {
  type BillSlots,
  type Course,
  courseOf,
  type KindSlots,
  ofKind,
  type RequestSlots,
} from './course.ts';

/** A bucket of a bill beside what its requests are estimated to cost. */
export interface EstimatedBucket {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** Estimates of requests so close to its bounds that they may belong outside of it, or into it. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  /** What rounding may make of its rows. */
  readonly rounding: Decimal;
}

type Span = Pick<Bucket, 'start' | 'end'>;

/** One kind of tokens, in money or in tokens: what the bill says, and what the log does. */
export interface KindPart extends Pick<EstimatedBucket, 'billed' | 'cost'> {
  readonly buckets: () => readonly EstimatedBucket[];
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
  /** By kind, where the bill counts tokens, and where its lines name kinds. */
  readonly tokens: ReadonlyMap<string, KindPart>;
  readonly kinds: ReadonlyMap<string, KindPart>;
  /** The same buckets where the log is cut at another offset from UTC, in milliseconds. */
  readonly cutAt: (offset: number) => readonly EstimatedBucket[];
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

/** What of a course lies so close to the bounds of a stretch that it may belong to the other side of them. */
const around = (course: Course, from: number, to: number) => ({
  mayLeave: course.within(from, from + SLOT_MS).plus(course.within(to - SLOT_MS, to)),
  mayEnter: course.within(from - SLOT_MS, from).plus(course.within(to, to + SLOT_MS)),
});

/** Kinds of what lies in some slots, in money or in tokens. */
const namedIn = (slots: readonly KindSlots[], what: 'cost' | 'tokens'): Set<string> =>
  new Set(
    slots.flatMap((own) =>
      [...own.values()].flatMap(({ kinds }) =>
        [...kinds.keys()].filter((kind) => !ofKind(kind, what)({ kinds }).isZero()),
      ),
    ),
  );

/** Tokens that a bill does not tell from other input count as it. */
const IN_INPUT: readonly string[] = ['cacheRead', 'cacheWrite'];

/**
 * Bill and log by kind of tokens; nothing where some line of the bill names none, or all name the same.
 * @param spans of the log that stand beside the buckets: a request may end in an hour that has no line of the bill
 */
function byKind(
  { bills, slots }: { readonly bills: readonly KindSlots[]; readonly slots: readonly KindSlots[] },
  what: 'cost' | 'tokens',
  buckets: readonly Bucket[],
  spans: readonly Span[],
): ReadonlyMap<string, KindPart> {
  const billed = namedIn(bills, what);
  if (billed.size < 2 || billed.has('')) return new Map();
  const isWithin = (kind: string): boolean =>
    what === 'tokens' && billed.has('input') && IN_INPUT.includes(kind) && !billed.has(kind);
  const within = IN_INPUT.filter(isWithin);
  const kinds = [...new Set([...billed, ...namedIn(slots, what)])].filter((kind) => !isWithin(kind));
  return new Map(
    kinds.map((kind): [string, KindPart] => {
      const logged = courseOf(slots, (slot) =>
        total(kind === 'input' ? [kind, ...within] : [kind], (one) => ofKind(one, what)(slot)),
      );
      const own = courseOf(bills, ofKind(kind, what));
      const sumOf = (course: Course, within: readonly Span[]): Decimal =>
        total(within, ({ start, end }) => course.within(start, end));
      const each = (): EstimatedBucket[] =>
        buckets.map(({ start, end }) => ({
          start,
          end,
          billed: own.within(start, end),
          cost: logged.within(start, end),
          rounding: ZERO,
          ...around(logged, start, end),
        }));
      return [kind, { billed: sumOf(own, buckets), cost: sumOf(logged, spans), buckets: each }];
    }),
  );
}

/** Tokens as a provider counts them beside its bill, of the buckets that it counts; else as the bill does. */
function tokensOf(
  { bills, slots }: { readonly bills: readonly BillSlots[]; readonly slots: readonly RequestSlots[] },
  counted: readonly KindSlots[],
  buckets: readonly Bucket[],
  spans: readonly Span[],
): ReadonlyMap<string, KindPart> {
  if (counted.length === 0) return byKind({ bills, slots }, 'tokens', buckets, spans);
  const any = courseOf(counted, ({ kinds }) =>
    total([...kinds.keys()], (kind) => ofKind(kind, 'tokens')({ kinds })),
  );
  const known = buckets.filter(({ start, end }) => isPositive(any.within(start, end)));
  return byKind({ bills: counted, slots }, 'tokens', known, known);
}

/** What names have on one channel, or on all of them: each is looked at once, however many channels are asked for. */
function onChannels<T>(
  names: readonly string[],
  byName: { get(name: string): Iterable<readonly [channel: string, own: T]> | undefined },
): (channel: string | undefined) => readonly T[] {
  const all = names.flatMap((name) => [...(byName.get(name) ?? [])]);
  const byChannel = Map.groupBy(all, ([channel]) => channel);
  return (channel) => (channel === undefined ? all : (byChannel.get(channel) ?? [])).map(([, own]) => own);
}

/** The books of a group, of which a part takes those of its channel. */
interface GroupBooks {
  readonly slotsOn: (channel: string | undefined) => readonly RequestSlots[];
  readonly billsOn: (channel: string | undefined) => readonly BillSlots[];
  /** Tokens as a provider counts them, which names no channel. */
  readonly counted: readonly KindSlots[];
}

type Counted = ReadonlyMap<string, readonly (readonly [name: string, own: KindSlots])[]>;

/** @param counted by bare name */
function booksOf({ models, names, parts }: BilledGroup, estimates: Estimates, counted: Counted): GroupBooks {
  const named = new Set([...names, ...models].map(bare));
  return {
    slotsOn: onChannels(models, estimates.slots),
    billsOn: onChannels(names, estimates.bills),
    counted:
      parts.length > 1 ? [] : [...named].flatMap((name) => (counted.get(name) ?? []).map(([, own]) => own)),
  };
}

function estimatedPart(
  model: string,
  { channel, buckets }: ComparedPart,
  { slotsOn, billsOn, counted }: GroupBooks,
  estimates: Estimates,
): EstimatedPart | undefined {
  const [slots, bills] = [slotsOn(channel), billsOn(channel)];
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined || slots.length === 0) return undefined;
  const areEvents = first.start === first.end;
  const [start, end] = areEvents
    ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [first.start, last.end];
  const course = courseOf(slots, ({ cost }: ReturnType<RequestSlots['at']>) => cost.value);
  const rowsIn = numberOf(bills);
  const halfUnit = shifted(decimal('0.5'), -(estimates.decimals.value ?? 0));
  const cutAt = (offset: number): EstimatedBucket[] =>
    buckets.map((bucket) => {
      const [from, to] = [bucket.start + offset, bucket.end + offset];
      return {
        start: bucket.start,
        end: bucket.end,
        billed: bucket.net,
        cost: course.within(from, to),
        ...around(course, from, to),
        rounding: halfUnit.times(rowsIn(bucket)),
      };
    });
  const isIn = (slot: string): boolean => {
    const middle = (Number.parseInt(slot, 10) + 0.5) * SLOT_MS;
    return middle >= start && middle < end;
  };
  const count = (of: 'requests' | 'unpriced', isCounted: (slot: string) => boolean): number =>
    slots
      .flatMap((own) => [...own])
      .reduce((sum, [slot, counts]) => sum + (isCounted(slot) ? counts[of].value : 0), 0);
  return {
    model,
    channel,
    cutAt,
    requests: count('requests', () => true),
    compared: count('requests', isIn),
    unpriced: count('unpriced', () => true),
    billed: total(buckets, ({ net }) => net),
    cost: course.within(start, end),
    ...around(course, start, end),
    buckets: areEvents ? [] : cutAt(0),
    tokens: areEvents ? new Map() : tokensOf({ bills, slots }, counted, buckets, [{ start, end }]),
    kinds: areEvents ? new Map() : byKind({ bills, slots }, 'cost', buckets, [{ start, end }]),
  };
}

/** Bills without request ids beside estimates, where prices were stated. */
export function estimatedParts({ groups }: Bills, estimates: Estimates): EstimatedPart[] {
  const counted = Map.groupBy(estimates.counted, ([name]) => bare(name));
  return groups.flatMap((group) => {
    const books = booksOf(group, estimates, counted);
    return group.parts.flatMap((part) => estimatedPart(group.model, part, books, estimates) ?? []);
  });
}

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
