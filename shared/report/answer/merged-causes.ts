import { compare, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { isNone } from './answer-input.ts';
import { causeKey } from './findings-of-cause.ts';
import type { LocalizedReport } from './localized-report.ts';
import { type CauseTraits, mergeTraits } from './traits.ts';

/** A cause of the report with its traits and its first day. */
export interface CauseWithTraits {
  readonly cause: Cause;
  readonly traits: CauseTraits;
  /** First day; null if the findings have no day. */
  readonly since: string | null;
}

/** One cause, or several causes that differ only by model, merged into one with their sums and without a model. */
export interface MergedCause extends CauseWithTraits {
  /** Models of the causes, the most money first. Empty if unknown. */
  readonly models: readonly string[];
  /** The merged causes in the order of the report. Empty for a single cause. */
  readonly parts: readonly MergedCause[];
}

/** Lists all causes of a report with their traits and first days. */
export const listCauses = ({ report, since, traits = [] }: LocalizedReport): CauseWithTraits[] =>
  report.summary.causes.map((cause, index) => ({
    cause,
    traits: traits[index] ?? { shares: [], factor: null },
    since: since[index] ?? null,
  }));

/** Whether a cause only shows money that an earlier cause counts. It is listed under that cause. */
export const isNested = ({ of, counted }: Cause): boolean => of !== undefined && isNone(counted);

/**
 * Key of causes that are merged. Causes whose clause has no number are not merged, because the clause is about a single
 * model, such as what that model cost.
 */
function keyOf({ cause, traits }: MergedCause, { clauses }: LocalizedReport): string {
  const { code, channelId, model, counted, amount } = cause;
  const counts = clauses[code]?.[1].includes('#') || traits.factor !== null;
  return model === null || !counts
    ? causeKey(cause)
    : JSON.stringify([
        code,
        channelId,
        traits.factor,
        traits.repriced?.steps,
        isNone(counted),
        amount === null,
      ]);
}

const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);

const sumOfAll = (amounts: readonly string[]): string => toPlainText(sumBy(amounts, toDecimal));

function mergeCauses(parts: readonly MergedCause[]): MergedCause {
  const [first, second] = parts as readonly [MergedCause, ...MergedCause[]];
  if (!second) return first;
  const causes = parts.map(({ cause }) => cause);
  const { amount } = first.cause;
  return {
    cause: {
      ...first.cause,
      model: null,
      count: causes.reduce((sum, { count }) => sum + count, 0),
      amount: amount === null ? null : sumOfAll(causes.map((cause) => cause.amount ?? '0')),
      counted: sumOfAll(causes.map(({ counted }) => counted)),
    },
    models: parts.flatMap(({ models }) => models),
    traits: mergeTraits(parts),
    since: earliest(parts.map(({ since }) => since)),
    parts,
  };
}

const sideRank = ({ side }: Cause): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** Order of merged causes: by side, then by counted amount, descending. */
export const byMoney = ({ cause: a }: CauseWithTraits, { cause: b }: CauseWithTraits): number =>
  sideRank(a) - sideRank(b) || compare(toDecimal(b.counted), toDecimal(a.counted));

/**
 * Lists the causes, merged if they differ only by model: a channel that charges three models at the same share of their
 * price is one cause, and so are unbilled requests of three models.
 */
export function mergeSimilarCauses(told: LocalizedReport, isShown: (cause: Cause) => boolean): MergedCause[] {
  const all = listCauses(told).flatMap((known): MergedCause[] => {
    const { cause } = known;
    if (isNested(cause) || !isShown(cause)) return [];
    return [{ ...known, models: cause.model === null ? [] : [cause.model], parts: [] }];
  });
  return [...Map.groupBy(all, (cause) => keyOf(cause, told)).values()].map(mergeCauses).sort(byMoney);
}
