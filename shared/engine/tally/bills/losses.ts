import {
  atLeastZero,
  type Decimal,
  exceeds,
  isPositive,
  smaller,
  sumBy,
  ZERO,
} from '../../../money/money.ts';
import type { NOT_JUDGED } from '../../../schemas/lists.ts';
import { type Context, quotaTolerance } from '../../survey/context.ts';
import { findDifference } from '../estimated/parts.ts';
import type { Figures } from '../figures.ts';
import { type MarginTally, matchedMarginOf } from '../totals/margin-tally.ts';
import type { BilledChannel, BilledGroup, Bills } from './bills.ts';

/** Returns the deficit; `undefined` if a tolerance of one quota unit a request explains it. */
export const lossBeyondTolerance = (
  deficit: Decimal,
  requests: number,
  context: Context,
): Decimal | undefined =>
  isPositive(deficit) && exceeds(deficit, quotaTolerance(context).times(requests)) ? deficit : undefined;

/** Share of free requests above which a model is not judged by totals. */
const FREE_SHARE_MAX = 0.05;

/** Returns the tallies of the models that share a bill. */
export const linesOf = ({ models }: BilledGroup, totals: Figures['totals']): MarginTally[] =>
  models.flatMap((model) => totals.models.get(model) ?? []);

/** Why a model is not judged by totals: none was delivered, free requests use too much, or the ends of log and bill explain it. */
export type NotJudged = (typeof NOT_JUDGED)[number];

const isUnjudged = ({ delivered, freeShare }: BilledGroup): NotJudged | undefined =>
  delivered === 0 ? 'failed' : freeShare > FREE_SHARE_MAX ? 'free' : undefined;

/** What models lose whose bill names no request, over the time that bill and log both hold; why it is no loss otherwise. */
function judgeByTotals(group: BilledGroup, lines: readonly MarginTally[], context: Context) {
  const matched = sumBy(lines, (line) => line.excused.value.minus(matchedMarginOf(line)));
  const requests = group.compared + lines.reduce((sum, line) => sum + line.judgedRequests.value, 0);
  const amount = lossBeyondTolerance(group.cost.minus(group.revenue).plus(matched), requests, context);
  const reason = isUnjudged(group);
  if (amount === undefined || reason) return { reason: amount && reason };
  const explained = group.atBounds.plus(group.eventsAtBounds).plus(group.rounding);
  return lossBeyondTolerance(amount.minus(explained), requests, context)
    ? { amount, requests }
    : { reason: 'edges' as const };
}

/** Returns cost minus revenue outside the time that both bill and log cover. */
export const sumOutside = ({ groups, channels, notSold }: Bills): Decimal =>
  sumBy([...groups, ...channels], ({ beyondLog, beyondBill }) => beyondLog.minus(beyondBill)).plus(
    sumBy([...notSold.values()], (cost) => cost),
  );

/** Returns what a channel loses of which only the whole cost is known. */
export function lossOfChannel(billed: BilledChannel, context: Context) {
  const { cost, revenue, compared, atBounds, eventsAtBounds, rounding } = billed;
  const amount = lossBeyondTolerance(cost.minus(revenue), compared, context);
  const explained = atBounds.plus(eventsAtBounds).plus(rounding);
  if (amount === undefined || !lossBeyondTolerance(amount.minus(explained), compared, context))
    return undefined;
  return { amount, severity: 'warning' as const, counts: { requests: compared, byTotals: compared } };
}

/** What models lose whose bill names no request, over the time that bill and log both hold. */
export function lossByTotals(group: BilledGroup, lines: readonly MarginTally[], context: Context) {
  const { amount, requests } = judgeByTotals(group, lines, context);
  return amount && { amount, requests };
}

/** Why models that cost more than they earn are not reported as a loss; `undefined` if they earn, or are reported. */
export const whyNotJudged = (
  group: BilledGroup,
  totals: Figures['totals'],
  context: Context,
): NotJudged | undefined => judgeByTotals(group, linesOf(group, totals), context).reason;

/**
 * Loss of each model by totals that no finding has claimed yet. A bill above its estimate and an estimate above the
 * revenue are parts of the same loss, and each cent counts once.
 */
export class UnclaimedLoss {
  readonly #left = new Map<string, Decimal>();
  readonly #groupOf = new Map<string, string>();

  constructor({ bills, totals }: Figures, context: Context) {
    for (const group of bills.groups) {
      const loss = lossByTotals(group, linesOf(group, totals), context);
      if (loss) this.#left.set(group.model, loss.amount);
      for (const model of group.models) this.#groupOf.set(model, group.model);
    }
  }

  /**
   * Claims a part of the loss.
   * @returns the part of the amount that is not in the loss by totals, and counts in addition
   */
  claim(model: string, amount: Decimal): Decimal {
    const group = this.#groupOf.get(model) ?? model;
    const held = smaller(this.#left.get(group) ?? ZERO, amount);
    if (isPositive(held)) this.#left.set(group, (this.#left.get(group) ?? ZERO).minus(held));
    return atLeastZero(amount.minus(held));
  }

  /** Like the constructor, but first claims the excess of bills above their estimate. */
  static afterBills(figures: Figures, context: Context): UnclaimedLoss {
    const held = new UnclaimedLoss(figures, context);
    for (const part of figures.estimated) {
      const difference = part.unpriced > 0 ? undefined : findDifference(part);
      if (difference && isPositive(difference)) held.claim(part.model, difference);
    }
    return held;
  }
}
