import { type Decimal, decimal, exceeds, isPositive, larger, shifted, total } from '../../../money.ts';
import { bare } from '../../rows/model-name.ts';
import type { BilledGroup, Bills, ComparedPart } from '../bills/bills.ts';
import { type Bucket, isEvent, stretchOf } from '../bills/common-span.ts';
import { type Course, courseOf } from '../bills/course.ts';
import type { Coverage } from '../bills/coverage.ts';
import { ALL_TIME, isWithin, type Stretch, slotOf } from '../bills/slots.ts';
import type { Totals } from '../totals/totals.ts';
import { type EstimatedBucket, excessOf } from './bucket.ts';
import type { BillSlots, KindSlots, RequestSlots } from './estimates.ts';
import { byKind, type KindParts, tokensOf } from './kind-parts.ts';

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
  readonly tokens: KindParts;
  readonly kinds: KindParts;
  /** The same buckets where the log is cut at another offset from UTC, in milliseconds. */
  readonly cutAt: (offset: number) => readonly EstimatedBucket[];
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

type Sums = Pick<Totals, 'coverage' | 'estimates'>;
type Counted = ReadonlyMap<string, readonly (readonly [name: string, own: KindSlots])[]>;

/** @param counted by bare name */
function booksOf(
  { models, names, parts }: BilledGroup,
  { coverage, estimates }: Sums,
  counted: Counted,
): GroupBooks {
  const named = new Set([...names, ...models].map(bare));
  const billsOn = onChannels(names, coverage.bills);
  return {
    slotsOn: onChannels(models, estimates.slots),
    billsOn: (channel) => billsOn(channel).map(({ slots }) => slots),
    counted:
      parts.length > 1 ? [] : [...named].flatMap((name) => (counted.get(name) ?? []).map(([, own]) => own)),
  };
}

/** What rounding may make of the rows of a bucket: half a unit of the bill's amounts each. */
function roundingOf(bills: readonly BillSlots[], { decimals }: Coverage): (bucket: Bucket) => Decimal {
  const halfUnit = shifted(decimal('0.5'), -(decimals.value ?? 0));
  const counts = new Map<string, number>();
  for (const own of bills)
    for (const [slot, { rows }] of own) counts.set(slot, (counts.get(slot) ?? 0) + rows.value);
  return ({ start }) => halfUnit.times(counts.get(slotOf(start)) ?? 0);
}

/** Buckets beside the course of what their requests cost, moved by an offset. */
const cutBy =
  (buckets: readonly Bucket[], course: Course, rounding: (bucket: Bucket) => Decimal) =>
  (offset: number): EstimatedBucket[] =>
    buckets.map((bucket) => {
      const { start, end, net } = bucket;
      const moved = { start: start + offset, end: end + offset };
      return {
        start,
        end,
        billed: net,
        cost: course.within(moved),
        ...course.around(moved),
        rounding: rounding(bucket),
      };
    });

const countIn = (slots: readonly RequestSlots[], of: 'requests' | 'unpriced', stretch: Stretch): number =>
  slots
    .flatMap((own) => [...own])
    .reduce((sum, [slot, counts]) => sum + (isWithin(slot, stretch) ? counts[of].value : 0), 0);

function estimatedPart(
  model: string,
  { channel, buckets }: ComparedPart,
  { slotsOn, billsOn, counted }: GroupBooks,
  coverage: Coverage,
): EstimatedPart | undefined {
  const [slots, bills] = [slotsOn(channel), billsOn(channel)];
  const stretch = stretchOf(buckets);
  if (stretch === undefined || slots.length === 0) return undefined;
  const course = courseOf(slots, ({ cost }) => cost.value);
  const cutAt = cutBy(buckets, course, roundingOf(bills, coverage));
  const areEvents = buckets.every(isEvent);
  return {
    model,
    channel,
    cutAt,
    requests: countIn(slots, 'requests', ALL_TIME),
    compared: countIn(slots, 'requests', stretch),
    unpriced: countIn(slots, 'unpriced', ALL_TIME),
    billed: total(buckets, ({ net }) => net),
    cost: course.within(stretch),
    ...course.around(stretch),
    buckets: areEvents ? [] : cutAt(0),
    tokens: areEvents ? new Map() : tokensOf({ bills, slots }, counted, buckets, stretch),
    kinds: areEvents ? new Map() : byKind({ bills, slots }, 'cost', buckets, [stretch]),
  };
}

/** Bills without request ids beside estimates, where prices were stated. */
export function estimatedParts({ groups }: Bills, totals: Sums): EstimatedPart[] {
  const counted = Map.groupBy(totals.estimates.counted, ([name]) => bare(name));
  return groups.flatMap((group) => {
    const books = booksOf(group, totals, counted);
    return group.parts.flatMap((part) => estimatedPart(group.model, part, books, totals.coverage) ?? []);
  });
}

/** Below this, two sums are one for practical purposes. */
const SHARE = decimal('0.02');
const LEAST = decimal('0.01');

/** Whether a bill is above its estimate by more than a small share, and by more than what its ends explain. */
export function differenceOf(part: EstimatedPart): Decimal | undefined {
  const difference = excessOf(part);
  const least = larger(part.cost.times(SHARE), LEAST);
  const explained = isPositive(difference) ? part.mayEnter : part.mayLeave;
  return exceeds(difference.abs(), least) && exceeds(difference.abs(), explained) ? difference : undefined;
}

const AGREED_MIN = { requests: 5, buckets: 2 };

/** Whether a bill agrees with its estimate so well that the estimate may be relied on. */
export const agrees = (part: EstimatedPart): boolean =>
  part.unpriced === 0 &&
  part.requests >= AGREED_MIN.requests &&
  part.buckets.length >= AGREED_MIN.buckets &&
  !exceeds(excessOf(part).abs(), part.cost.times(SHARE));
