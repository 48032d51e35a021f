import { type Decimal, isPositive, toDecimal, ZERO } from '../../../money/money.ts';
import type { Span } from '../../survey/ledger-span.ts';

/** The billed amount of a bucket, and the estimated cost of its requests. */
export interface EstimatedBucket extends Span {
  readonly billed: Decimal;
  readonly cost: Decimal;
  /**
   * Estimated cost of requests within the bucket that may be billed outside it, and of requests outside it that may
   * be billed in it.
   */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  /** Maximum rounding error of the rows. */
  readonly rounding: Decimal;
}

/** Computes by how much the bill exceeds the estimate; negative if it is lower. */
export const computeBilledExcess = ({ billed, cost }: Pick<EstimatedBucket, 'billed' | 'cost'>): Decimal =>
  billed.minus(cost);

/** Ratios that differ by less than this are considered equal. */
export const SAME_RATIO = toDecimal('0.005');
/** The ratio of equal amounts. */
export const ONE = toDecimal(1);

/**
 * Computes how much the billed amount differs from the estimate times `factor`, in either direction. Deducts 0.5 % of
 * this product, and what rounding and requests near the ends of the bucket may explain. The result is at least 0.
 * @param factor ratio of the provider's price to the estimate's, such as 2 for a doubled price
 */
export function computeDeviation(
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

/**
 * Maximum share of the difference that a reason may leave unexplained: a provider also bills requests whose customer
 * disconnected, which the log may lack.
 */
export const UNEXPLAINED_MAX = toDecimal('0.2');
