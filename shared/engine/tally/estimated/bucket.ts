import { type Decimal, isPositive, toDecimal, ZERO } from '../../../money/money.ts';
import type { Stretch } from '../bills/slots.ts';

/** A bucket of a bill beside what its requests are estimated to cost. */
export interface EstimatedBucket extends Stretch {
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** Estimates of requests so close to its bounds that they may belong outside of it, or into it. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  /** What rounding may make of its rows. */
  readonly rounding: Decimal;
}

/** What a bill is above its estimate; below 0 where it is below. */
export const billedExcess = ({ billed, cost }: Pick<EstimatedBucket, 'billed' | 'cost'>): Decimal =>
  billed.minus(cost);

/** Ratios this close are one. */
export const SAME_RATIO = toDecimal('0.005');
export const ONE = toDecimal(1);

/** What a bucket is off a factor times its estimate, beyond rounding and what is close to its bounds; 0 where it agrees. */
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

export const agreesWithFactor = (bucket: EstimatedBucket, factor = ONE): boolean =>
  computeDeviation(bucket, factor).isZero();

export const listStarts = (buckets: readonly EstimatedBucket[]): number[] =>
  buckets.map(({ start }) => start);
export const findDiffering = (buckets: readonly EstimatedBucket[]) =>
  buckets.filter((bucket) => !agreesWithFactor(bucket));

/**
 * A share of the whole difference that may lie beside what explains it: a provider bills what a customer who has hung
 * up did not see, request by request.
 */
export const UNEXPLAINED_MAX = toDecimal('0.2');
