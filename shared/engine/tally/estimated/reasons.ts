import { ZERO } from '../../../money/money.ts';
import { type EstimatedBucket, findDiffering, listStarts } from './bucket.ts';
import { findPriceReason, findUsageReason, type Reason } from './bucket-reasons.ts';
import { findKindPriceReason, findTokenReason } from './kind-reasons.ts';
import type { EstimatedPart } from './parts.ts';

const withoutBounds = (bucket: EstimatedBucket): EstimatedBucket => ({
  ...bucket,
  mayLeave: ZERO,
  mayEnter: ZERO,
});

/** Why a bill differs from its estimate: the first reason that the numbers show. */
export function reasonOf(part: EstimatedPart): Reason {
  // What moves between buckets leaves the whole as it is: where all might agree so, and the whole does not, none moved.
  const buckets = findDiffering(part.buckets).length > 0 ? part.buckets : part.buckets.map(withoutBounds);
  const all = findDiffering(buckets);
  const nothing: Reason = { kind: 'unexplained', buckets: listStarts(all) };
  if (all.length === 0) return nothing;
  return (
    findKindPriceReason(part) ??
    findTokenReason(part) ??
    findPriceReason(buckets) ??
    findUsageReason(buckets) ??
    nothing
  );
}
