import { type Decimal, exceeds, isPositive, larger, sumBy, toDecimal, ZERO } from '../../../money/money.ts';
import { divideExactly } from '../../../money/ratio.ts';
import type { Span } from '../../survey/ledger-span.ts';

/** The billed amount of a bucket, and the estimated cost of its requests. */
export interface EstimatedBucket extends Span {
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** Estimated cost of requests inside the bucket that may be billed outside it, and the reverse. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  /** Maximum rounding error of the rows. */
  readonly rounding: Decimal;
}

/** Computes by how much the bill exceeds the estimate; negative if it is lower. */
export const computeBilledExcess = ({ billed, cost }: Pick<EstimatedBucket, 'billed' | 'cost'>): Decimal =>
  billed.minus(cost);

/** Ratios that differ by less than this are considered equal. */
const SAME_RATIO = toDecimal('0.005');
/** The ratio of equal amounts. */
export const ONE = toDecimal(1);

/**
 * Computes how much the billed amount differs from `factor` times the estimate, in either direction, minus 0.5 % of
 * this product and what rounding and requests near the ends of the bucket may explain; at least 0.
 */
function computeDeviation(
  { billed, cost, mayLeave, mayEnter, rounding }: EstimatedBucket,
  factor = ONE,
): Decimal {
  const expected = cost.times(factor);
  const difference = billed.minus(expected);
  const explained = (isPositive(difference) ? mayEnter : mayLeave).times(factor);
  const beyond = difference.abs().minus(expected.times(SAME_RATIO)).minus(rounding).minus(explained);
  return isPositive(beyond) ? beyond : ZERO;
}

/** Lists the starts of buckets, in epoch milliseconds. */
export const listStarts = (buckets: readonly EstimatedBucket[]): number[] =>
  buckets.map(({ start }) => start);
/** Returns the buckets whose billed amount differs from the estimate (see `computeDeviation`). */
export const findDiffering = (buckets: readonly EstimatedBucket[]) =>
  buckets.filter((bucket) => !computeDeviation(bucket).isZero());

/** Largest share that a reason may leave unexplained: the log may lack requests of customers who disconnected. */
const UNEXPLAINED_MAX = toDecimal('0.2');

/** Reason why a bill differs from its estimate, as far as the numbers show. */
export interface Reason {
  readonly kind: 'tokens' | 'price' | 'usage' | 'unexplained';
  /** Starts of the buckets that show the reason, in epoch milliseconds. */
  readonly buckets: readonly number[];
  /** Ratio of billed to estimated cost, if it is the same in all these buckets. */
  readonly factor?: Decimal;
  /** The kind of tokens that differs. */
  readonly tokens?: string;
  /** Only these buckets differ; otherwise all buckets from the first of them on differ. */
  readonly isWithin?: true;
}

/** Maximum number of buckets that are tried as the start of a price change. */
const TRIED_CHANGES_MAX = 24;

/** Computes the median ratio of billed to estimated cost; `undefined` for fewer than two buckets. */
function computeMedianRatio(buckets: readonly EstimatedBucket[]): Decimal | undefined {
  const ratios = buckets
    .filter(({ cost }) => isPositive(cost))
    .map(({ billed, cost }) => divideExactly(billed, cost))
    .sort((a, b) => a.comparedTo(b) ?? 0);
  return ratios.length > 1 ? ratios[(ratios.length - 1) >> 1] : undefined;
}

/** Returns whether the bill is between the estimate and `factor` times it: the price changed within the bucket. */
const isBetween = ({ billed, cost }: EstimatedBucket, factor: Decimal): boolean => {
  const [low, high] = exceeds(factor, ONE) ? [cost, cost.times(factor)] : [cost.times(factor), cost];
  return !exceeds(low, billed) && !exceeds(billed, high);
};

interface Change {
  /** Index of the bucket in which the price changes. */
  readonly at: number;
  readonly factor: Decimal;
  /** Sum of the differences that the price change does not explain. */
  readonly unexplained: Decimal;
}

/** Tries a price change in or after bucket `at`; `before` is the sum of the differences in earlier buckets. */
function tryPriceChange(
  buckets: readonly EstimatedBucket[],
  at: number,
  before: Decimal,
): Change | undefined {
  const since = buckets.slice(at + 1);
  // If only one bucket follows, include bucket `at`, because a median needs two.
  const factor = computeMedianRatio(since.length > 1 ? since : buckets.slice(at));
  if (factor === undefined || !isPositive(factor) || !exceeds(factor.minus(ONE).abs(), SAME_RATIO))
    return undefined;
  const own = buckets[at] as EstimatedBucket;
  const within = isBetween(own, factor) ? ZERO : computeDeviation(own, factor);
  return {
    at,
    factor,
    unexplained: sumBy(since, (bucket) => computeDeviation(bucket, factor))
      .plus(before)
      .plus(within),
  };
}

/**
 * Finds a price change as the reason: from one bucket on (sorted by start), the ratio of billed to estimated is the
 * same.
 */
export function findPriceReason(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const excess = sumBy(buckets, computeBilledExcess);
  const unexplainedMax = excess.abs().times(UNEXPLAINED_MAX);
  let best: Change | undefined;
  let [before, tried] = [ZERO, 0];
  for (const [at, bucket] of buckets.entries()) {
    const deviation = computeDeviation(bucket);
    if (deviation.isZero()) continue;
    const hasSameSign = isPositive(computeBilledExcess(bucket)) === isPositive(excess);
    const change = hasSameSign ? tryPriceChange(buckets, at, before) : undefined;
    if (change && (best === undefined || exceeds(best.unexplained, change.unexplained))) best = change;
    before = before.plus(deviation);
    if (++tried === TRIED_CHANGES_MAX || exceeds(before, unexplainedMax)) break;
  }
  if (best === undefined || exceeds(best.unexplained, unexplainedMax)) return undefined;
  return { kind: 'price', factor: best.factor, buckets: listStarts(buckets.slice(best.at)) };
}

/** Buckets whose difference is less than this share of the largest count as agreeing. */
const SMALL_DIFFERENCE_SHARE = toDecimal('0.1');

/**
 * Finds usage that only the bill or only the log contains, as the reason: at most half of the buckets differ, all in
 * the same direction, and the others agree almost exactly. Returns `undefined` if that is not the case.
 */
export function findUsageReason(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const isExcess = isPositive(sumBy(buckets, computeBilledExcess));
  const deviations = buckets.map((bucket) => ({
    bucket,
    size: computeDeviation(bucket),
    hasSameSign: isPositive(computeBilledExcess(bucket)) === isExcess,
  }));
  const largest = deviations.reduce(
    (most, { size, hasSameSign }) => (hasSameSign ? larger(most, size) : most),
    ZERO,
  );
  const { differing = [], agreeing = [] } = Object.groupBy(deviations, ({ size, hasSameSign }) =>
    hasSameSign && isPositive(size) && !exceeds(largest.times(SMALL_DIFFERENCE_SHARE), size)
      ? 'differing'
      : 'agreeing',
  );
  const explained = sumBy(differing, ({ size }) => size);
  const unexplained = sumBy(agreeing, ({ size }) => size);
  if (differing.length === 0 || differing.length * 2 > buckets.length) return undefined;
  if (exceeds(unexplained, explained.times(UNEXPLAINED_MAX))) return undefined;
  return { kind: 'usage', isWithin: true, buckets: listStarts(differing.map(({ bucket }) => bucket)) };
}
