import { type Decimal, divideExactly, exceeds, isPositive, sumBy, toDecimal } from '../../../money/money.ts';
import { billedExcess, findDiffering, listStarts, ONE } from './bucket.ts';
import { findPriceReason, findUsageReason, type Reason } from './bucket-reasons.ts';
import type { KindPart, KindParts } from './kind-parts.ts';
import type { EstimatedPart } from './parts.ts';

const KIND_SHARE = toDecimal('0.02');

const offOf = (part: KindPart): Decimal => billedExcess(part).abs();

/** What one kind has of all differences at least, and how much less the others differ, each by its own size. */
const MOST = toDecimal('0.8');
const LESS = toDecimal('0.33');

/** The one kind that differs while the others agree. */
function onlyKind(kinds: KindParts, isMoney: boolean): [string, KindPart] | undefined {
  const sizes = [...kinds].map(([kind, part]) => {
    const size = offOf(part);
    return { kind, part, size, share: isPositive(part.cost) ? size.div(part.cost) : ONE };
  });
  const [first, second] = sizes.sort((a, b) => b.share.comparedTo(a.share) ?? 0);
  if (first === undefined || second === undefined || !exceeds(first.share, KIND_SHARE)) return undefined;
  const all = sumBy(sizes, ({ size }) => size);
  // Tokens of different kinds are worth different sums.
  const isMost = !isMoney || !exceeds(all.times(MOST), first.size);
  return isMost && !exceeds(second.share, first.share.times(LESS)) ? [first.kind, first.part] : undefined;
}

const agreesInAll = (part: KindPart): boolean => !exceeds(offOf(part), part.cost.times(KIND_SHARE));

/** Whether another kind differs by more money: then a few tokens more or less do not tell why the bill differs. */
const isBeside = (kind: string, kinds: KindParts): boolean => {
  const own = kinds.get(kind);
  return own !== undefined && [...kinds.values()].some((other) => exceeds(offOf(other), offOf(own)));
};

/** Tokens that a bill does not count may be more from its beginning on; so many buckets before a change show a price. */
const BEFORE_MIN = 3;

/** The price of one kind of tokens, where the bill counts them as the log does, or where it does not count and changes. */
export function findKindPriceReason({ kinds, tokens: counted }: EstimatedPart): Reason | undefined {
  const [kind = '', part] = onlyKind(kinds, true) ?? [];
  const own = counted.get(kind);
  const buckets = part?.buckets() ?? [];
  const reason = (own ? agreesInAll(own) : counted.size === 0) ? findPriceReason(buckets) : undefined;
  const before = buckets.length - (reason?.buckets.length ?? 0);
  return reason && (own || before >= BEFORE_MIN) ? { ...reason, tokens: kind } : undefined;
}

/** One kind of tokens differs, and the others agree. */
export function findTokenReason({ kinds, tokens: counted }: EstimatedPart): Reason | undefined {
  // What is counted alike differs in price.
  if (counted.size > 0 && [...counted.values()].every(agreesInAll)) return undefined;
  const only = counted.size > 0 ? onlyKind(counted, false) : onlyKind(kinds, true);
  if (only === undefined || isBeside(only[0], kinds)) return undefined;
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
