import { HOUR_MS } from '../../../instant.ts';
import { exceeds, sumBy, toDecimal, ZERO } from '../../../money/money.ts';
import { agreesAt, differing, type EstimatedBucket, startsOf } from './bucket.ts';
import { price, type Reason, usage } from './bucket-reasons.ts';
import { priceOfKind, tokens } from './kind-reasons.ts';
import type { EstimatedPart } from './parts.ts';

const OFFSET_MAX_HOURS = 14;

const AT_BOUNDS_MAX = toDecimal('0.1');

/** Whether all agree, and not because most of what they hold lies at their bounds. */
function agreeAll(buckets: readonly EstimatedBucket[]): boolean {
  const atBounds = sumBy(buckets, ({ mayLeave, mayEnter }) => mayLeave.plus(mayEnter));
  const cost = sumBy(buckets, (bucket) => bucket.cost);
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
      if (agreeAll(cutAt(offset))) return { kind: 'shift', buckets: startsOf(buckets), offset };
  return undefined;
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
  const nothing: Reason = { kind: 'unexplained', buckets: startsOf(all) };
  if (all.length === 0) return nothing;
  return shift(part) ?? priceOfKind(part) ?? tokens(part) ?? price(buckets) ?? usage(buckets) ?? nothing;
}
