import { decimal, exceeds, isPositive, larger, total, ZERO } from '../../../money.ts';
import { BESIDE_MAX, type EstimatedBucket, excessOf, offAt, startsOf } from './bucket.ts';
import type { Reason } from './reason.ts';

/** Buckets that hold less than this share of what the largest does are beside it. */
const SMALL = decimal('0.1');

/** The difference lies in some buckets, and the others agree, or differ by next to nothing. */
export function usage(buckets: readonly EstimatedBucket[]): Reason | undefined {
  const isExcess = isPositive(total(buckets, excessOf));
  const off = buckets.map((bucket) => ({
    bucket,
    size: offAt(bucket),
    isOwn: isPositive(excessOf(bucket)) === isExcess,
  }));
  const largest = off.reduce((most, { size, isOwn }) => (isOwn ? larger(most, size) : most), ZERO);
  const { own = [], others = [] } = Object.groupBy(off, ({ size, isOwn }) =>
    isOwn && isPositive(size) && !exceeds(largest.times(SMALL), size) ? 'own' : 'others',
  );
  const [held, beside] = [total(own, ({ size }) => size), total(others, ({ size }) => size)];
  if (own.length === 0 || own.length * 2 > buckets.length || exceeds(beside, held.times(BESIDE_MAX)))
    return undefined;
  return { kind: 'usage', buckets: startsOf(own.map(({ bucket }) => bucket)) };
}
