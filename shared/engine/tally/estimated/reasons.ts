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

/** Finds the first reason that explains why a bill differs from its estimate. */
export function findReason(part: EstimatedPart): Reason {
  // Requests that move between buckets do not change the total. If they could explain every bucket, but the total
  // differs, assume that none moved.
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
