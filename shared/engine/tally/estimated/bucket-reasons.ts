import {
  type Decimal,
  divideExactly,
  exceeds,
  isPositive,
  larger,
  sumBy,
  toDecimal,
  ZERO,
} from '../../../money/money.ts';
import {
  agreesWithFactor,
  billedExcess,
  computeDeviation,
  type EstimatedBucket,
  listStarts,
  ONE,
  SAME_RATIO,
  UNEXPLAINED_MAX,
} from './bucket.ts';

/** Why a bill differs from its estimate, as far as the numbers tell. */
export interface Reason {
  readonly kind: 'tokens' | 'price' | 'usage' | 'unexplained';
  /** When each bucket begins that shows it, in epoch milliseconds. */
  readonly buckets: readonly number[];
  /** Billed to estimated, where it is the same in all of them. */
  readonly factor?: Decimal;
  /** The kind of tokens that differs. */
  readonly tokens?: string;
  /** It shows in these buckets alone, and not from the first of them on. */
  readonly isWithin?: true;
}

/** How many buckets are tried as the one from which on a price differs: before it, few differ at all. */
const CHANGES_MAX = 24;

/** The ratio of bill to estimate in the middle one of some buckets, without those that lie at their bounds. */
function middleRatio(buckets: readonly EstimatedBucket[]): Decimal | undefined {
  const costly = buckets.filter(({ cost }) => isPositive(cost));
  const clean = costly.filter(
    ({ cost, mayLeave, mayEnter }) => !exceeds(mayLeave.plus(mayEnter), cost.times(SAME_RATIO)),
  );
  const ratios = (clean.length > 1 ? clean : costly)
    .map(({ billed, cost }) => divideExactly(billed, cost))
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
  const exact = since.filter((bucket) => agreesWithFactor(bucket, factor)).length;
  if (exact < since.length * EXACT_MIN) return undefined;
  const own = buckets[at] as EstimatedBucket;
  const within = isBetween(own, factor) ? ZERO : computeDeviation(own, factor);
  return {
    at,
    factor,
    beside: sumBy(since, (bucket) => computeDeviation(bucket, factor))
      .plus(before)
      .plus(within),
  };
}

/** The ratio of bill to estimate is the same in every bucket from one on; one bucket of transition may lie between. */
export function findPriceReason(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const whole = sumBy(buckets, billedExcess);
  const besideMax = whole.abs().times(UNEXPLAINED_MAX);
  let best: Change | undefined;
  let [before, tried] = [ZERO, 0];
  for (const [at, bucket] of buckets.entries()) {
    const off = computeDeviation(bucket);
    if (off.isZero()) continue;
    const isOwn = isPositive(billedExcess(bucket)) === isPositive(whole);
    const change = isOwn ? changeAt(buckets, at, before) : undefined;
    if (change && (best === undefined || exceeds(best.beside, change.beside))) best = change;
    before = before.plus(off);
    if (++tried === CHANGES_MAX || exceeds(before, besideMax)) break;
  }
  if (best === undefined || exceeds(best.beside, besideMax)) return undefined;
  return { kind: 'price', factor: best.factor, buckets: listStarts(buckets.slice(best.at)) };
}

/** Buckets that hold less than this share of what the largest does are beside it. */
const SMALL = toDecimal('0.1');

/** The difference lies in some buckets, and the others agree, or differ by next to nothing. */
export function findUsageReason(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const isExcess = isPositive(sumBy(buckets, billedExcess));
  const off = buckets.map((bucket) => ({
    bucket,
    size: computeDeviation(bucket),
    isOwn: isPositive(billedExcess(bucket)) === isExcess,
  }));
  const largest = off.reduce((most, { size, isOwn }) => (isOwn ? larger(most, size) : most), ZERO);
  const { own = [], others = [] } = Object.groupBy(off, ({ size, isOwn }) =>
    isOwn && isPositive(size) && !exceeds(largest.times(SMALL), size) ? 'own' : 'others',
  );
  const [held, beside] = [sumBy(own, ({ size }) => size), sumBy(others, ({ size }) => size)];
  if (own.length === 0 || own.length * 2 > buckets.length || exceeds(beside, held.times(UNEXPLAINED_MAX)))
    return undefined;
  return { kind: 'usage', isWithin: true, buckets: listStarts(own.map(({ bucket }) => bucket)) };
}
