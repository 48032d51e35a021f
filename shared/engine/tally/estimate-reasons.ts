import { type Decimal, decimal, exactQuotient, exceeds, isPositive, total } from '../../money.ts';
import type { EstimatedBucket, EstimatedPart } from './estimate-spans.ts';

/** Why a bill differs from its estimate, as far as the numbers tell. */
export interface Reason {
  readonly kind: 'shift' | 'tokens' | 'price' | 'usage' | 'unexplained';
  /** When the first bucket begins that shows it, in epoch milliseconds. */
  readonly firstBucket: number | undefined;
  /** When each bucket begins that shows it. */
  readonly buckets: readonly number[];
  /** Billed to estimated, where it is the same in all of them. */
  readonly factor?: Decimal;
  /** The kind of tokens that differs. */
  readonly tokens?: string;
  /** How far the log would have to be moved, in milliseconds. */
  readonly offset?: number;
}

/** Ratios this close are one. */
const SAME_RATIO = decimal('0.005');
const KIND_SHARE = decimal('0.02');
const ONE = decimal(1);
const HOUR_MS = 3_600_000;
const OFFSET_MAX_HOURS = 14;

/** Whether a bucket is a factor times its estimate, to within rounding and what is close to its bounds. */
function agreesAt({ billed, cost, mayLeave, mayEnter, rounding }: EstimatedBucket, factor = ONE): boolean {
  const expected = cost.times(factor);
  const difference = billed.minus(expected);
  const explained = (isPositive(difference) ? mayEnter : mayLeave).times(factor);
  return !exceeds(difference.abs(), expected.times(SAME_RATIO).plus(rounding).plus(explained));
}

const startsOf = (buckets: readonly EstimatedBucket[]): number[] => buckets.map(({ start }) => start);

const AT_BOUNDS_MAX = decimal('0.1');

/** Whether all agree, and not because most of what they hold lies at their bounds. */
function agreeAll(buckets: readonly EstimatedBucket[]): boolean {
  const atBounds = total(buckets, ({ mayLeave, mayEnter }) => mayLeave.plus(mayEnter));
  const cost = total(buckets, (bucket) => bucket.cost);
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
      if (agreeAll(cutAt(offset)))
        return { kind: 'shift', firstBucket: buckets[0]?.start, buckets: startsOf(buckets), offset };
  return undefined;
}

/** One kind of tokens differs, and the others agree. */
function tokens({ kinds, buckets }: EstimatedPart): Reason | undefined {
  const differing = [...kinds].filter(([, { billed, cost }]) =>
    exceeds(billed.minus(cost).abs(), cost.times(KIND_SHARE)),
  );
  const [only] = differing;
  if (only === undefined || differing.length > 1 || kinds.size < 2) return undefined;
  const [kind, { billed, cost }] = only;
  const first = buckets.find((bucket) => !agreesAt(bucket)) ?? buckets[0];
  return {
    ...{ kind: 'tokens', tokens: kind, firstBucket: first?.start },
    buckets: startsOf(buckets.filter((bucket) => !agreesAt(bucket))),
    ...(isPositive(cost) && isPositive(billed) && { factor: exactQuotient(billed, cost) }),
  };
}

/** The ratio of bill to estimate is the same in every bucket from one on; one bucket of transition may lie between. */
function price({ buckets }: EstimatedPart, first: number): Reason | undefined {
  for (const from of [first, first + 1]) {
    const since = buckets.slice(from).filter(({ cost }) => isPositive(cost));
    const [billed, cost] = [total(since, (one) => one.billed), total(since, (one) => one.cost)];
    if (since.length < 2 || !isPositive(billed) || !isPositive(cost)) continue;
    const factor = exactQuotient(billed, cost);
    if (!exceeds(factor.minus(ONE).abs(), SAME_RATIO) || !since.every((one) => agreesAt(one, factor)))
      continue;
    const shown = buckets.slice(first);
    return { kind: 'price', factor, firstBucket: shown[0]?.start, buckets: startsOf(shown) };
  }
  return undefined;
}

/** The difference lies in some buckets, all in one direction, and most agree. */
function usage({ buckets, billed, cost }: EstimatedPart): Reason | undefined {
  const isExcess = exceeds(billed, cost);
  const others = buckets.filter((bucket) => !agreesAt(bucket));
  const isOneWay = others.every((bucket) => exceeds(bucket.billed, bucket.cost) === isExcess);
  if (others.length === 0 || !isOneWay || others.length * 2 > buckets.length) return undefined;
  return { kind: 'usage', firstBucket: others[0]?.start, buckets: startsOf(others) };
}

/** Why a bill differs from its estimate: the first reason that the numbers show. */
export function reasonOf(part: EstimatedPart): Reason {
  const { buckets } = part;
  const first = buckets.findIndex((bucket) => !agreesAt(bucket));
  const nothing: Reason = {
    kind: 'unexplained',
    firstBucket: buckets[Math.max(first, 0)]?.start,
    buckets: startsOf(buckets.filter((bucket) => !agreesAt(bucket))),
  };
  if (first < 0) return nothing;
  return shift(part) ?? tokens(part) ?? price(part, first) ?? usage(part) ?? nothing;
}
