import { HOUR_MS } from '../../../instant.ts';
import {
  type Decimal,
  decimal,
  exactQuotient,
  exceeds,
  isPositive,
  larger,
  total,
  ZERO,
} from '../../../money.ts';
import type { EstimatedBucket, EstimatedPart, KindPart } from './spans.ts';

/** Why a bill differs from its estimate, as far as the numbers tell. */
export interface Reason {
  readonly kind: 'shift' | 'tokens' | 'price' | 'usage' | 'unexplained';
  /** When the first bucket begins that shows it, in epoch milliseconds. */
  readonly firstBucket: number | undefined;
  /** When each bucket begins that shows it. */
  readonly buckets: readonly number[];
  /** Billed to estimated, where it is the same in all of them. */
  readonly factor?: Decimal;
  /** The kind of tokens that differs. */
  readonly tokens?: string;
  /** How far the log would have to be moved, in milliseconds. */
  readonly offset?: number;
}

/** Ratios this close are one. */
const SAME_RATIO = decimal('0.005');
const KIND_SHARE = decimal('0.02');
const ONE = decimal(1);
const OFFSET_MAX_HOURS = 14;

/** What a bucket is off a factor times its estimate, beyond rounding and what is close to its bounds; 0 where it agrees. */
function offAt({ billed, cost, mayLeave, mayEnter, rounding }: EstimatedBucket, factor = ONE): Decimal {
  const expected = cost.times(factor);
  const difference = billed.minus(expected);
  const explained = (isPositive(difference) ? mayEnter : mayLeave).times(factor);
  const beyond = difference.abs().minus(expected.times(SAME_RATIO)).minus(rounding).minus(explained);
  return isPositive(beyond) ? beyond : ZERO;
}

const agreesAt = (bucket: EstimatedBucket, factor = ONE): boolean => offAt(bucket, factor).isZero();

const startsOf = (buckets: readonly EstimatedBucket[]): number[] => buckets.map(({ start }) => start);
const differing = (buckets: readonly EstimatedBucket[]) => buckets.filter((bucket) => !agreesAt(bucket));

const AT_BOUNDS_MAX = decimal('0.1');

/** Whether all agree, and not because most of what they hold lies at their bounds. */
function agreeAll(buckets: readonly EstimatedBucket[]): boolean {
  const atBounds = total(buckets, ({ mayLeave, mayEnter }) => mayLeave.plus(mayEnter));
  const cost = total(buckets, (bucket) => bucket.cost);
  return !exceeds(atBounds, cost.times(AT_BOUNDS_MAX)) && buckets.every((bucket) => agreesAt(bucket));
}

/** The log cut at another offset from UTC agrees in every bucket. */
function shift({ buckets, cutAt }: EstimatedPart): Reason | undefined {
  if (
    buckets.length < 3 ||
    (buckets[1] as EstimatedBucket).start - (buckets[0] as EstimatedBucket).start <= HOUR_MS
  )
    return undefined;
  for (let hours = 1; hours <= OFFSET_MAX_HOURS; hours++)
    // The first and the last bucket may lose what the log does not hold.
    for (const offset of [-hours * HOUR_MS, hours * HOUR_MS])
      if (agreeAll(cutAt(offset)))
        return { kind: 'shift', firstBucket: buckets[0]?.start, buckets: startsOf(buckets), offset };
  return undefined;
}

/**
 * A share of the whole difference that may lie beside what explains it: a provider bills what a customer who has hung
 * up did not see, request by request.
 */
const BESIDE_MAX = decimal('0.2');

/** How many buckets are tried as the one from which on a price differs: before it, few differ at all. */
const CHANGES_MAX = 24;

/** The ratio of bill to estimate in the middle one of some buckets, without those that lie at their bounds. */
function middleRatio(buckets: readonly EstimatedBucket[]): Decimal | undefined {
  const costly = buckets.filter(({ cost }) => isPositive(cost));
  const clean = costly.filter(
    ({ cost, mayLeave, mayEnter }) => !exceeds(mayLeave.plus(mayEnter), cost.times(SAME_RATIO)),
  );
  const ratios = (clean.length > 1 ? clean : costly)
    .map(({ billed, cost }) => exactQuotient(billed, cost))
    .sort((a, b) => a.comparedTo(b) ?? 0);
  return ratios.length > 1 ? ratios[(ratios.length - 1) >> 1] : undefined;
}

/** Whether a bucket lies between its estimate and a factor times it: a price that changed within it. */
const isBetween = ({ billed, cost }: EstimatedBucket, factor: Decimal): boolean => {
  const [low, high] = exceeds(factor, ONE) ? [cost, cost.times(factor)] : [cost.times(factor), cost];
  return !exceeds(low, billed) && !exceeds(billed, high);
};

/** How many of the buckets that show a price do so exactly. */
const EXACT_MIN = 0.4;

interface Change {
  /** The first bucket that shows it. */
  readonly at: number;
  readonly factor: Decimal;
  /** What does not fit. */
  readonly beside: Decimal;
}

/** A price that differs from one bucket on, which may be one of transition. */
function changeAt(buckets: readonly EstimatedBucket[], at: number, before: Decimal): Change | undefined {
  const since = buckets.slice(at + 1);
  // A bucket that is whole by itself stands for two.
  const factor = middleRatio(since.length > 1 ? since : buckets.slice(at));
  if (factor === undefined || !isPositive(factor) || !exceeds(factor.minus(ONE).abs(), SAME_RATIO))
    return undefined;
  const exact = since.filter((bucket) => agreesAt(bucket, factor)).length;
  if (exact < since.length * EXACT_MIN) return undefined;
  const own = buckets[at] as EstimatedBucket;
  const within = isBetween(own, factor) ? ZERO : offAt(own, factor);
  return {
    at,
    factor,
    beside: total(since, (bucket) => offAt(bucket, factor))
      .plus(before)
      .plus(within),
  };
}

/** Whether a bucket has a ratio to within rounding, as it stands. */
const isPlainlyAt = ({ billed, cost, rounding }: EstimatedBucket, factor: Decimal): boolean =>
  isPositive(cost) &&
  !exceeds(billed.minus(cost.times(factor)).abs(), cost.times(factor).times(SAME_RATIO).plus(rounding));

/** A bucket of transition is off by some part of what the price is, and not by all that may have entered or left it. */
const PART_MIN = decimal('0.1');
const ALL = decimal('0.98');

/** Whether a bucket is off in the direction of a price, and by more than a little. */
function isOff({ billed, cost }: EstimatedBucket, factor: Decimal): boolean {
  const [off, all] = [billed.minus(cost), cost.times(factor.minus(ONE))];
  return isPositive(off) === isPositive(all) && exceeds(off.abs(), all.abs().times(PART_MIN));
}

/**
 * Whether the price changed within a bucket before those that show it, though its bounds might explain it as well.
 * @param isWhole whether those beside it hold what the log says: then nothing has left or entered it
 */
function isTransition(bucket: EstimatedBucket, factor: Decimal, isWhole: boolean): boolean {
  const { billed, cost, mayLeave, mayEnter } = bucket;
  const off = billed.minus(cost).abs();
  const atBounds = isWhole ? ZERO : exceeds(billed, cost) ? mayEnter : mayLeave;
  return (
    isBetween(bucket, factor) &&
    isOff(bucket, factor) &&
    !isPlainlyAt(bucket, factor) &&
    (atBounds.isZero() || exceeds(off, atBounds) || exceeds(atBounds.times(ALL), off))
  );
}

/**
 * The first bucket of a change. What lies at bounds may hide it in buckets before the first that cannot agree
 * otherwise; and that one may differ by little, for a reason of its own, days before.
 */
function beginningOf(buckets: readonly EstimatedBucket[], { at, factor }: Change): number {
  const is = (place: number, ratio: Decimal): boolean => {
    const bucket = buckets[place];
    return bucket !== undefined && isPlainlyAt(bucket, ratio);
  };
  const isAny = (place: number): boolean => isOff(buckets[place] as EstimatedBucket, factor);
  let first = at;
  while (first + 1 < buckets.length && (is(first + 1, ONE) || !isAny(first))) first++;
  while (is(first - 1, factor) && !is(first - 1, ONE)) first--;
  const before = buckets[first - 1];
  return before && is(first, factor) && isTransition(before, factor, is(first - 2, ONE)) ? first - 1 : first;
}

/** The ratio of bill to estimate is the same in every bucket from one on; one bucket of transition may lie between. */
function price(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const whole = total(buckets, ({ billed, cost }) => billed.minus(cost)).abs();
  const isExcess = isPositive(total(buckets, ({ billed, cost }) => billed.minus(cost)));
  let best: Change | undefined;
  let [before, tried] = [ZERO, 0];
  for (const [at, bucket] of buckets.entries()) {
    const off = offAt(bucket);
    if (off.isZero()) continue;
    const change =
      exceeds(bucket.billed, bucket.cost) === isExcess ? changeAt(buckets, at, before) : undefined;
    if (change && (best === undefined || exceeds(best.beside, change.beside))) best = change;
    before = before.plus(off);
    if (++tried === CHANGES_MAX || exceeds(before, whole.times(BESIDE_MAX))) break;
  }
  if (best === undefined || exceeds(best.beside, whole.times(BESIDE_MAX))) return undefined;
  const shown = buckets.slice(beginningOf(buckets, best));
  return { kind: 'price', factor: best.factor, firstBucket: shown[0]?.start, buckets: startsOf(shown) };
}

/** Buckets that hold less than this share of what the largest does are beside it. */
const SMALL = decimal('0.1');

/** The difference lies in some buckets, and the others agree, or differ by next to nothing. */
function usage(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const isExcess = isPositive(total(buckets, ({ billed, cost }) => billed.minus(cost)));
  const off = buckets.map((bucket) => ({
    bucket,
    size: offAt(bucket),
    isOwn: exceeds(bucket.billed, bucket.cost) === isExcess,
  }));
  const largest = off.reduce((most, { size, isOwn }) => (isOwn ? larger(most, size) : most), ZERO);
  const { own = [], others = [] } = Object.groupBy(off, ({ size, isOwn }) =>
    isOwn && isPositive(size) && !exceeds(largest.times(SMALL), size) ? 'own' : 'others',
  );
  const [held, beside] = [total(own, ({ size }) => size), total(others, ({ size }) => size)];
  if (own.length === 0 || own.length * 2 > buckets.length || exceeds(beside, held.times(BESIDE_MAX)))
    return undefined;
  const shown = own.map(({ bucket }) => bucket);
  return { kind: 'usage', firstBucket: shown[0]?.start, buckets: startsOf(shown) };
}

/** What one kind has of all differences at least, and how much less the others differ, each by its own size. */
const MOST = decimal('0.8');
const LESS = decimal('0.33');

/** The one kind that differs while the others agree. */
function onlyKind(kinds: ReadonlyMap<string, KindPart>, isMoney: boolean): [string, KindPart] | undefined {
  const sizes = [...kinds].map(([kind, part]) => {
    const size = part.billed.minus(part.cost).abs();
    return { kind, part, size, share: isPositive(part.cost) ? size.div(part.cost) : ONE };
  });
  const [first, second] = sizes.sort((a, b) => b.share.comparedTo(a.share) ?? 0);
  if (first === undefined || second === undefined || !exceeds(first.share, KIND_SHARE)) return undefined;
  const all = total(sizes, ({ size }) => size);
  // Tokens of different kinds are worth different sums.
  const isMost = !isMoney || !exceeds(all.times(MOST), first.size);
  return isMost && !exceeds(second.share, first.share.times(LESS)) ? [first.kind, first.part] : undefined;
}

const agreesInAll = ({ billed, cost }: KindPart): boolean =>
  !exceeds(billed.minus(cost).abs(), cost.times(KIND_SHARE));

const offOf = ({ billed, cost }: KindPart): Decimal => billed.minus(cost).abs();

/** Whether another kind differs by more money: then a few tokens more or less do not tell why the bill differs. */
const isBeside = (kind: string, kinds: ReadonlyMap<string, KindPart>): boolean => {
  const own = kinds.get(kind);
  return own !== undefined && [...kinds.values()].some((other) => exceeds(offOf(other), offOf(own)));
};

/** Tokens that a bill does not count may be more from its beginning on; so many buckets before a change show a price. */
const BEFORE_MIN = 3;

/** The price of one kind of tokens, where the bill counts them as the log does, or where it does not count and changes. */
function priceOfKind({ kinds, tokens: counted }: EstimatedPart): Reason | undefined {
  const [kind = '', part] = onlyKind(kinds, true) ?? [];
  const own = counted.get(kind);
  const buckets = part?.buckets() ?? [];
  const reason = (own ? agreesInAll(own) : counted.size === 0) ? price(buckets) : undefined;
  const before = buckets.length - (reason?.buckets.length ?? 0);
  return reason && (own || before >= BEFORE_MIN) ? { ...reason, tokens: kind } : undefined;
}

/** One kind of tokens differs, and the others agree. */
function tokens(part: EstimatedPart): Reason | undefined {
  const { kinds, tokens: counted } = part;
  // What is counted alike differs in price.
  if (counted.size > 0 && [...counted.values()].every(agreesInAll)) return undefined;
  const only = counted.size > 0 ? onlyKind(counted, false) : onlyKind(kinds, true);
  if (only === undefined || isBeside(only[0], kinds)) return undefined;
  const [kind, { billed, cost, buckets }] = only;
  const [own, all] = [buckets(), differing(buckets())];
  const when = price(own) ?? usage(own) ?? { firstBucket: all[0]?.start, buckets: startsOf(all) };
  return {
    kind: 'tokens',
    tokens: kind,
    firstBucket: when.firstBucket,
    buckets: when.buckets,
    ...(isPositive(cost) && isPositive(billed) && { factor: exactQuotient(billed, cost) }),
  };
}

const withoutBounds = (bucket: EstimatedBucket): EstimatedBucket => ({
  ...bucket,
  mayLeave: ZERO,
  mayEnter: ZERO,
});

/** Why a bill differs from its estimate: the first reason that the numbers show. */
export function reasonOf(part: EstimatedPart): Reason {
  // What moves between buckets leaves the whole as it is: where all might agree so, and the whole does not, none moved.
  const buckets = differing(part.buckets).length > 0 ? part.buckets : part.buckets.map(withoutBounds);
  const all = differing(buckets);
  const nothing: Reason = {
    kind: 'unexplained',
    firstBucket: (all[0] ?? buckets[0])?.start,
    buckets: startsOf(all),
  };
  if (all.length === 0) return nothing;
  return shift(part) ?? priceOfKind(part) ?? tokens(part) ?? price(buckets) ?? usage(buckets) ?? nothing;
}
