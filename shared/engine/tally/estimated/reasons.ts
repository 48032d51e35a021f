import { ZERO } from '../../../money/money.ts';
import { differing, type EstimatedBucket, startsOf } from './bucket.ts';
import { price, type Reason, usage } from './bucket-reasons.ts';
import { priceOfKind, tokens } from './kind-reasons.ts';
import type { EstimatedPart } from './parts.ts';

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
  return priceOfKind(part) ?? tokens(part) ?? price(buckets) ?? usage(buckets) ?? nothing;
}
