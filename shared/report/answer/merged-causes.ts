import { compare, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { isTiny } from './answer-input.ts';
import { buildCauseKey } from './findings-of-cause.ts';
import type { LocalizedReport } from './localized-report.ts';
import { type CauseTraits, mergeTraits } from './traits.ts';

/** A cause of the report with its traits and its first day. */
export interface CauseWithTraits {
  readonly cause: Cause;
  readonly traits: CauseTraits;
  /** First day; null if the findings have no day. */
  readonly since: string | null;
}

/** One cause, or several that differ only by model, or only by channel, merged into one with their sums. */
export interface MergedCause extends CauseWithTraits {
  /** Models of the causes, the most money first. Empty if unknown. */
  readonly models: readonly string[];
  /** Channels of the causes, likewise. */
  readonly channels: readonly string[];
  /** The merged causes in the order of the report. Empty for a single cause. */
  readonly parts: readonly MergedCause[];
}

/** Lists all causes of a report, each with what its findings have in common (`traits`) and its first day (`since`). */
export const listCauses = ({ report, since, traits = [] }: LocalizedReport): CauseWithTraits[] =>
  report.summary.causes.map((cause, index) => ({
    cause,
    traits: traits[index] ?? { shares: [], factor: null },
    since: since[index] ?? null,
  }));

/** Whether a cause is listed under an earlier one (`of`), which already counts all of its money. */
export const isNested = ({ of, counted }: Cause): boolean => of !== undefined && isTiny(counted);

/** Codes whose clause has no number, but is true for several models as well as for one. */
const HOLDS_FOR_SEVERAL: ReadonlySet<string> = new Set([
  'bill_beyond_log',
  'estimated_loss_model',
  'log_beyond_bill',
  'negative_margin_model',
  'price_changed',
]);

/** Whether a cause is about a model that costs more than it earns in total. */
export const isLossOfModel = ({ code }: Cause): boolean =>
  code === 'negative_margin_model' || code === 'estimated_loss_model';

/**
 * Compares the bill of a model that loses money with the estimate at the operator's prices: returns whether the bill is
 * `above` or `below`. Undefined if the two agree, or if the cause is not about the loss of a model.
 */
export function compareBill(
  cause: Cause,
  { summary }: LocalizedReport['report'],
): 'above' | 'below' | undefined {
  if (!isLossOfModel(cause)) return undefined;
  const has = (code: string) =>
    summary.causes.some((other) => other.code === code && other.model === cause.model);
  return has('bill_exceeds_estimate') ? 'above' : has('bill_below_estimate') ? 'below' : undefined;
}

/**
 * Key of causes that are merged. Causes whose clause has no number are not merged, because the clause is about a single
 * model, such as what that model cost.
 */
const keyOf =
  (varying: 'model' | 'channelId', { clauses, report }: LocalizedReport) =>
  ({ cause, traits, parts }: MergedCause): string => {
    const { code, channelId, model, counted, amount } = cause;
    const counts = clauses[code]?.[1].includes('#') || traits.factor !== null || HOLDS_FOR_SEVERAL.has(code);
    const isOwnClause = traits.bill !== undefined || traits.uncharged !== undefined;
    // Do not merge by channel what was already merged by model (`parts`).
    if (cause[varying] === null || !counts || isOwnClause || parts.length > 0)
      return JSON.stringify([buildCauseKey(cause), parts.length]);
    return JSON.stringify([
      code,
      varying === 'model' ? channelId : model,
      traits.factor,
      traits.repriced?.steps,
      compareBill(cause, report),
      isTiny(counted),
      amount === null,
    ]);
  };

const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);

/** First day of merged causes. Null if models began to lose money on different days. */
function mergeStarts(parts: readonly MergedCause[]): string | null {
  const days = parts.map(({ since }) => since);
  return parts.some(({ cause }) => isLossOfModel(cause)) && new Set(days).size > 1 ? null : earliest(days);
}

const sumOfAll = (amounts: readonly string[]): string => toPlainText(sumBy(amounts, toDecimal));

const mergeCauses =
  (varying: 'model' | 'channelId') =>
  (parts: readonly MergedCause[]): MergedCause => {
    const [first, second] = parts as readonly [MergedCause, ...MergedCause[]];
    if (!second) return first;
    const causes = parts.map(({ cause }) => cause);
    const { amount } = first.cause;
    return {
      cause: {
        ...first.cause,
        [varying]: null,
        count: causes.reduce((sum, { count }) => sum + count, 0),
        amount: amount === null ? null : sumOfAll(causes.map((cause) => cause.amount ?? '0')),
        counted: sumOfAll(causes.map(({ counted }) => counted)),
      },
      models: [...new Set(parts.flatMap(({ models }) => models))],
      channels: [...new Set(parts.flatMap(({ channels }) => channels))],
      traits: mergeTraits(parts),
      since: mergeStarts(parts),
      parts,
    };
  };

const sideRank = ({ side }: Cause): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** Order of causes on screens: by counted amount, descending, whatever the side. */
const byCounted = ({ cause: a }: CauseWithTraits, { cause: b }: CauseWithTraits): number =>
  compare(toDecimal(b.counted), toDecimal(a.counted)) || sideRank(a) - sideRank(b);

/** Orders causes for a report: by side (lost, owed, in doubt), then by the amount that totals include, largest first. */
export const compareByMoney = ({ cause: a }: CauseWithTraits, { cause: b }: CauseWithTraits): number =>
  sideRank(a) - sideRank(b) || compare(toDecimal(b.counted), toDecimal(a.counted));

/**
 * Lists the causes, the most money first. Merges causes that differ only by model or only by channel: if a channel
 * charges three models at the same share of their price, the list has one cause for it.
 * @param isShown whether to include a cause
 */
export function mergeSimilarCauses(
  localized: LocalizedReport,
  isShown: (cause: Cause) => boolean,
): MergedCause[] {
  const all = listCauses(localized).flatMap((withTraits): MergedCause[] => {
    const { cause } = withTraits;
    if (isNested(cause) || !isShown(cause)) return [];
    const names = (name: string | null) => (name === null ? [] : [name]);
    return [{ ...withTraits, models: names(cause.model), channels: names(cause.channelId), parts: [] }];
  });
  const merged = (causes: readonly MergedCause[], varying: 'model' | 'channelId') =>
    [...Map.groupBy(causes, keyOf(varying, localized)).values()].map(mergeCauses(varying));
  return merged(merged(all, 'model'), 'channelId').sort(byCounted);
}
