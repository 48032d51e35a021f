import { type Decimal, exceeds, isPositive, sumBy, toDecimal, ZERO } from '../../../money/money.ts';
import { divideExactly } from '../../../money/ratio.ts';
import {
  computeBilledExcess,
  type EstimatedBucket,
  findDiffering,
  findPriceReason,
  findUsageReason,
  listStarts,
  ONE,
  type Reason,
} from './bucket-reasons.ts';
import type { KindPart, KindParts } from './kind-parts.ts';
import type { EstimatedPart } from './parts.ts';

const KIND_SHARE = toDecimal('0.02');

const differenceSize = (part: KindPart): Decimal => computeBilledExcess(part).abs();

/** Least share of all differences for the one kind that differs, and largest difference of others in relation to it. */
const DIFFERING_SHARE_MIN = toDecimal('0.8');
const OTHERS_DIFFERENCE_MAX = toDecimal('0.33');

/** Finds the only kind of tokens that differs. */
function findOnlyDifferingKind(kinds: KindParts, isMoney: boolean): [string, KindPart] | undefined {
  const sizes = [...kinds].map(([kind, part]) => {
    const size = differenceSize(part);
    return { kind, part, size, share: isPositive(part.cost) ? size.div(part.cost) : ONE };
  });
  const [first, second] = sizes.sort((a, b) => b.share.comparedTo(a.share) ?? 0);
  if (first === undefined || second === undefined || !exceeds(first.share, KIND_SHARE)) return undefined;
  const all = sumBy(sizes, ({ size }) => size);
  // Compare with the sum only for money: a sum of tokens over kinds means nothing, because their prices differ.
  const isMost = !isMoney || !exceeds(all.times(DIFFERING_SHARE_MIN), first.size);
  return isMost && !exceeds(second.share, first.share.times(OTHERS_DIFFERENCE_MAX))
    ? [first.kind, first.part]
    : undefined;
}

const agreesInAll = (part: KindPart): boolean => !exceeds(differenceSize(part), part.cost.times(KIND_SHARE));

/** Returns whether another kind differs by more money. Then the number of tokens does not explain the difference. */
const isSmallerDifference = (kind: string, kinds: KindParts): boolean => {
  const own = kinds.get(kind);
  return (
    own !== undefined &&
    [...kinds.values()].some((other) => exceeds(differenceSize(other), differenceSize(own)))
  );
};

/** Without token counts, a price changed only if at least this many buckets before agree; else tokens may differ. */
const BEFORE_MIN = 3;

/** Finds a price change of one kind of tokens: all counts agree, or the bill has none and changes at some time. */
function findKindPriceReason({ kinds, tokens: counted }: EstimatedPart): Reason | undefined {
  const [kind = '', part] = findOnlyDifferingKind(kinds, true) ?? [];
  const own = counted.get(kind);
  const buckets = part?.buckets() ?? [];
  const reason = (own ? agreesInAll(own) : counted.size === 0) ? findPriceReason(buckets) : undefined;
  const before = buckets.length - (reason?.buckets.length ?? 0);
  return reason && (own || before >= BEFORE_MIN) ? { ...reason, tokens: kind } : undefined;
}

/** Finds a kind of tokens whose number differs while the others agree. */
function findTokenReason({ kinds, tokens: counted }: EstimatedPart): Reason | undefined {
  // If bill and log agree on the numbers of tokens of all kinds, the number of tokens is not the reason.
  if (counted.size > 0 && [...counted.values()].every(agreesInAll)) return undefined;
  const only = counted.size > 0 ? findOnlyDifferingKind(counted, false) : findOnlyDifferingKind(kinds, true);
  if (only === undefined || isSmallerDifference(only[0], kinds)) return undefined;
  const [kind, { billed, cost, buckets }] = only;
  const own = buckets();
  const { buckets: shown, isWithin } = findPriceReason(own) ??
    findUsageReason(own) ?? { buckets: listStarts(findDiffering(own)) };
  return {
    kind: 'tokens',
    tokens: kind,
    buckets: shown,
    ...(isWithin && { isWithin }),
    ...(isPositive(cost) && isPositive(billed) && { factor: divideExactly(billed, cost) }),
  };
}

/** Finds why a bill differs: price or number of one kind of tokens, price of the model, usage, else `unexplained`. */
export function findReason(part: EstimatedPart): Reason {
  // A request near the end of a bucket may be billed in the next one, which does not change the total. If such
  // requests could explain the difference of every bucket although the total differs, ignore them.
  const buckets: readonly EstimatedBucket[] =
    findDiffering(part.buckets).length > 0
      ? part.buckets
      : part.buckets.map((bucket) => ({ ...bucket, mayLeave: ZERO, mayEnter: ZERO }));
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
