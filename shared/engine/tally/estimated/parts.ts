import {
  type Decimal,
  exceeds,
  isPositive,
  larger,
  shiftPoint,
  sumBy,
  toDecimal,
} from '../../../money/money.ts';
import { stripModelName } from '../../rows/model-name.ts';
import type { Bills, ComparedPart } from '../bills/bills.ts';
import { type Bucket, findBucketSpan, isEvent } from '../bills/common-span.ts';
import type { LooseTotals } from '../bills/loose-totals.ts';
import { ALL_TIME, buildPrefixSums, isSlotWithin, type PrefixSums, toSlotKey } from '../bills/slots.ts';
import type { Totals } from '../totals/totals.ts';
import { computeBilledExcess, type EstimatedBucket } from './bucket-reasons.ts';
import type { KindSlots } from './estimate-tally.ts';
import { compareByKind, compareTokensByKind, type KindParts } from './kind-parts.ts';

/** A bill without request ids, and the estimated cost of the requests of the same time. */
export interface EstimatedPart {
  readonly model: string;
  /** Channel, if the bill names it. */
  readonly channel: string | undefined;
  readonly requests: number;
  /** Requests in the compared time. */
  readonly compared: number;
  readonly unpriced: number;
  readonly billed: Decimal;
  readonly cost: Decimal;
  /** Cost of requests close to the ends of the time, which may be billed outside it or in it. */
  readonly mayLeave: Decimal;
  readonly mayEnter: Decimal;
  readonly buckets: readonly EstimatedBucket[];
  /** Amounts by kind: `tokens` if the bill counts tokens, `kinds` (money) if its lines name kinds. */
  readonly tokens: KindParts;
  readonly kinds: KindParts;
}

/** Compares each bucket with its estimates. Each row may be rounded by half a unit of the bill's amounts. */
function buildEstimatedBuckets(
  buckets: readonly Bucket[],
  bill: ComparedPart['bill'],
  course: PrefixSums,
  { decimals }: LooseTotals,
): EstimatedBucket[] {
  const halfUnit = shiftPoint(toDecimal('0.5'), -(decimals.value ?? 0));
  return buckets.map(({ net: billed, ...span }) => {
    const slot = toSlotKey(span.start);
    const rows = bill.reduce((sum, { slots }) => sum + (slots.get(slot)?.rows.value ?? 0), 0);
    const rounding = halfUnit.times(rows);
    return { ...span, billed, cost: course.within(span), ...course.around(span), rounding };
  });
}

const countRequestsIn = ({ looseSales }: ComparedPart, of: 'priced' | 'unpriced', span = ALL_TIME): number =>
  looseSales
    .flatMap((own) => [...own])
    .reduce((sum, [slot, counts]) => sum + (isSlotWithin(slot, span) ? counts[of].value : 0), 0);

/** Compares one part of a bill with estimates; `counted` are tokens that the provider counts in addition. */
function buildEstimatedPart(
  model: string,
  part: ComparedPart,
  counted: readonly KindSlots[],
  looseTotals: LooseTotals,
): EstimatedPart | undefined {
  const { channel, buckets, bill, looseSales } = part;
  const span = findBucketSpan(buckets);
  const [requests, unpriced] = [countRequestsIn(part, 'priced'), countRequestsIn(part, 'unpriced')];
  if (span === undefined || requests + unpriced === 0) return undefined;
  const course = buildPrefixSums(looseSales, ({ estimated }) => estimated.value);
  const areEvents = buckets.every(isEvent);
  const books = { bills: bill.map(({ slots }) => slots), slots: looseSales };
  return {
    model,
    channel,
    requests,
    compared: countRequestsIn(part, 'priced', span),
    unpriced,
    billed: sumBy(buckets, ({ net }) => net),
    cost: course.within(span),
    ...course.around(span),
    buckets: areEvents ? [] : buildEstimatedBuckets(buckets, bill, course, looseTotals),
    tokens: areEvents ? new Map() : compareTokensByKind(books, counted, buckets, span),
    kinds: areEvents ? new Map() : compareByKind(books, 'cost', buckets, [span]),
  };
}

/** Compares bills without request ids with the estimates of their requests; empty without purchase prices. */
export function buildEstimatedParts(
  { groups }: Bills,
  { looseTotals, estimates }: Pick<Totals, 'looseTotals' | 'estimates'>,
): EstimatedPart[] {
  if (estimates.models.size === 0) return [];
  const counted = Map.groupBy(estimates.reportedTokens, ([name]) => stripModelName(name));
  return groups.flatMap(({ model, names, models, parts }) => {
    const named = [...new Set([...names, ...models].map(stripModelName))];
    // Reported tokens name no channel, so they cannot be compared with a bill by channel.
    const own = parts.length > 1 ? [] : named.flatMap((name) => counted.get(name) ?? []);
    const slots = own.map(([, slots]) => slots);
    return parts.flatMap((part) => buildEstimatedPart(model, part, slots, looseTotals) ?? []);
  });
}

/** Differences below this share or this amount are ignored. */
const IGNORED_SHARE = toDecimal('0.02');
const IGNORED_AMOUNT = toDecimal('0.01');

/**
 * Computes by how much a bill exceeds its estimate; negative if it is lower. Returns `undefined` for at most 2 % or
 * 0.01 (in the report's currency), or if requests near the ends of the compared time may explain it.
 */
export function findDifference(part: EstimatedPart): Decimal | undefined {
  const difference = computeBilledExcess(part);
  const least = larger(part.cost.times(IGNORED_SHARE), IGNORED_AMOUNT);
  const explained = isPositive(difference) ? part.mayEnter : part.mayLeave;
  return exceeds(difference.abs(), least) && exceeds(difference.abs(), explained) ? difference : undefined;
}

const AGREED_MIN = { requests: 5, buckets: 2 };

/**
 * Returns whether a bill confirms the configured prices: it agrees with its estimate within 2 %, covers at least 5
 * requests in at least 2 time spans (`buckets`, such as days), and all its requests have a configured price.
 */
export const isConfirmedEstimate = (part: EstimatedPart): boolean =>
  part.unpriced === 0 &&
  part.requests >= AGREED_MIN.requests &&
  part.buckets.length >= AGREED_MIN.buckets &&
  !exceeds(computeBilledExcess(part).abs(), part.cost.times(IGNORED_SHARE));
