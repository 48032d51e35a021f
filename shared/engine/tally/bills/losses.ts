import { atLeastZero, type Decimal, exceeds, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import type { NOT_JUDGED } from '../../../schemas/lists.ts';
import { type Context, toleranceOf } from '../../survey/context.ts';
import { AccumulatorMap, sum } from '../accumulators.ts';
import { findDifference } from '../estimated/parts.ts';
import type { Figures } from '../figures.ts';
import { toLocalHour } from '../totals/local-hour.ts';
import { type MarginTally, matchedMarginOf } from '../totals/totals.ts';
import type { BilledChannel, BilledGroup, Bills } from './bills.ts';
import { isDayOrLess, isEvent } from './common-span.ts';
import { buildPrefixSums, slotStart } from './slots.ts';

/** Returns a deficit (cost minus revenue) above one quota unit per request (`toleranceOf`); else `undefined`. */
export const lossAboveTolerance = (
  deficit: Decimal,
  requests: number,
  context: Context,
): Decimal | undefined =>
  isPositive(deficit) && exceeds(deficit, toleranceOf(context).times(requests)) ? deficit : undefined;

/** Share of free requests above which a model is not judged by totals. */
const FREE_SHARE_MAX = 0.05;

/** Least number of days before and after the first day of a loss, from which its start is told. */
const DAYS_MIN = 3;

/**
 * Finds when models began to cost more than they earned: the middle of the first bucket with a loss, in epoch
 * milliseconds. Returns `undefined` unless at least 3 buckets (hours, days or months) without a loss precede it, and it
 * is the first of at least 3 with a loss, up to the end of the bill.
 */
export function findLossStart({ parts: [part, ...others] }: BilledGroup): number | undefined {
  if (part === undefined || others.length > 0 || part.buckets.some(isEvent)) return undefined;
  const revenue = buildPrefixSums(part.looseSales, (slot) => slot.revenue.value);
  const isLosing = part.buckets.map((bucket) => exceeds(bucket.net, revenue.within(bucket)));
  const at = isLosing.indexOf(true);
  const bucket = part.buckets[at];
  const isLasting = isLosing.lastIndexOf(false) < at && isLosing.length - at >= DAYS_MIN;
  return bucket && at >= DAYS_MIN && isLasting ? (bucket.start + bucket.end) / 2 : undefined;
}

/**
 * Lists the days, in the report's zone, on which models cost more than they earned. A bucket counts for the day of its
 * middle. Returns `undefined` if a bucket is longer than a day.
 */
export function listLossDays({ parts }: BilledGroup, context: Context): string[] | undefined {
  if (!parts.every(({ buckets }) => buckets.every((bucket) => isEvent(bucket) || isDayOrLess(bucket))))
    return undefined;
  const margins = new AccumulatorMap(sum);
  for (const { buckets, looseSales } of parts) {
    const revenue = buildPrefixSums(looseSales, (slot) => slot.revenue.value);
    const dayOf = (time: number): string => toLocalHour(time, context).day;
    for (const bucket of buckets) {
      const margin = margins.at(dayOf((bucket.start + bucket.end) / 2));
      margin.add(bucket.net.negated());
      if (!isEvent(bucket)) margin.add(revenue.within(bucket));
    }
    // Events contain no sales, so add the revenue of each quarter hour.
    if (!buckets.some(isEvent)) continue;
    for (const slots of looseSales)
      for (const [slot, { revenue }] of slots) margins.at(dayOf(slotStart(slot))).add(revenue.value);
  }
  return [...margins].flatMap(([day, { value }]) => (value.isNegative() ? [day] : [])).sort();
}

/** Lists the margin tallies of the models that share a bill. */
export const listMarginTallies = ({ models }: BilledGroup, totals: Figures['totals']): MarginTally[] =>
  models.flatMap((model) => totals.models.get(model) ?? []);

/** Loss of models that share a bill, and the number of their requests. */
interface LossByTotals {
  readonly loss?: { readonly amount: Decimal; readonly requests: number };
  /** Why a cost above the revenue is not reported as a loss. */
  readonly notJudged?: (typeof NOT_JUDGED)[number];
}

/**
 * Compares cost and revenue by totals. Returns the loss, or why a higher cost is not one; otherwise an empty object.
 */
export function judgeByTotals(group: BilledGroup, totals: Figures['totals'], context: Context): LossByTotals {
  const lines = listMarginTallies(group, totals);
  const matched = sumBy(lines, (line) => line.unjudgedMargin.value.minus(matchedMarginOf(line)));
  const requests = group.comparedRequests + lines.reduce((sum, line) => sum + line.judgedRequests.value, 0);
  const amount = lossAboveTolerance(group.cost.minus(group.revenue).plus(matched), requests, context);
  if (amount === undefined) return {};
  if (group.delivered === 0) return { notJudged: 'failed' };
  if (group.freeShare > FREE_SHARE_MAX) return { notJudged: 'free' };
  return lossAboveTolerance(amount.minus(explainedByBounds(group)), requests, context)
    ? { loss: { amount, requests } }
    : { notJudged: 'edges' };
}

/** Returns how much of a loss requests and events close to the ends of the time, and rounding, may explain. */
const explainedByBounds = ({ revenueAtBounds, costAtBounds, rounding }: BilledGroup | BilledChannel) =>
  revenueAtBounds.plus(costAtBounds).plus(rounding);

/** Computes cost minus revenue of times that only bill or only log covers, and of billed models never sold. */
export const sumUncomparedDeficit = ({ groups, channels, notSold }: Bills): Decimal =>
  sumBy([...groups, ...channels], ({ costOutsideLog, revenueOutsideBill }) =>
    costOutsideLog.minus(revenueOutsideBill),
  ).plus(sumBy([...notSold.values()], (cost) => cost));

/**
 * Finds the loss of a channel whose bill names no models, unless tolerance, rounding or ends of the time explain it.
 */
export function findChannelLoss(billed: BilledChannel, context: Context) {
  const { cost, revenue, comparedRequests: requests } = billed;
  const amount = lossAboveTolerance(cost.minus(revenue), requests, context);
  const certain = amount && lossAboveTolerance(amount.minus(explainedByBounds(billed)), requests, context);
  return certain && { amount, severity: 'warning' as const, counts: { requests, byTotals: requests } };
}

/**
 * Loss of each model computed from totals, minus the parts that findings have claimed. Several findings may report
 * parts of the same loss, such as a bill above its estimate and an estimate above the revenue; each cent counts once.
 */
export class UnclaimedLoss {
  readonly #left = new Map<string, Decimal>();
  readonly #groupOf = new Map<string, string>();

  constructor({ bills, totals }: Figures, context: Context) {
    for (const group of bills.groups) {
      const { loss } = judgeByTotals(group, totals, context);
      if (loss) this.#left.set(group.model, loss.amount);
      for (const model of group.models) this.#groupOf.set(model, group.model);
    }
  }

  /** Claims an amount of a model's loss. Returns the part of it that is above the loss not claimed yet. */
  claim(model: string, amount: Decimal): Decimal {
    const group = this.#groupOf.get(model) ?? model;
    const left = this.#left.get(group) ?? ZERO;
    this.#left.set(group, atLeastZero(left.minus(amount)));
    return atLeastZero(amount.minus(left));
  }

  /** Like the constructor, but first claims the amounts by which bills exceed their estimates. */
  static afterBills(figures: Figures, context: Context): UnclaimedLoss {
    const unclaimed = new UnclaimedLoss(figures, context);
    for (const part of figures.estimated) {
      const difference = part.unpriced > 0 ? undefined : findDifference(part);
      if (difference && isPositive(difference)) unclaimed.claim(part.model, difference);
    }
    return unclaimed;
  }
}
