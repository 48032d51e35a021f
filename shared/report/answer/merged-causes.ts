import { compare, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { isTiny } from './answer-input.ts';
import { buildCauseKey } from './findings-of-cause.ts';
import type { LocalizedReport } from './localized-report.ts';
import { type CauseTraits, findMainCustomer, mergeTraits } from './traits.ts';

/** A cause of the report with its traits and its first day. */
export interface CauseWithTraits {
  readonly cause: Cause;
  readonly traits: CauseTraits;
  /** First day; null if the findings have no day. */
  readonly since: string | null;
}

/** One cause, or several of the same kind, on different models or channels, merged into one with their sums. */
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
const isLossOfModel = ({ code }: Cause): boolean =>
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

/** How causes that are merged differ: by model, by channel, or by both. */
type Varying = 'model' | 'channelId' | 'both';

/**
 * Key of causes that are merged. Causes whose clause has no number are not merged, because the clause is about a single
 * model, such as what that model cost.
 */
const keyOf =
  (varying: Varying, { clauses, report }: LocalizedReport) =>
  ({ cause, traits, parts }: MergedCause): string => {
    const { code, channelId, model, counted, amount } = cause;
    const counts = clauses[code]?.[1].includes('#') || traits.factor !== null || HOLDS_FOR_SEVERAL.has(code);
    const isOwnClause = traits.bill !== undefined || traits.uncharged !== undefined;
    const isNameless =
      (varying !== 'channelId' && model === null) || (varying !== 'model' && channelId === null);
    // Do not merge again what was already merged (`parts`).
    if (isNameless || !counts || isOwnClause || parts.length > 0)
      return JSON.stringify([buildCauseKey(cause), parts.length]);
    return JSON.stringify([
      code,
      { model: channelId, channelId: model, both: null }[varying],
      traits.factor,
      traits.repriced?.steps,
      compareBill(cause, report),
      isTiny(counted),
      amount === null,
    ]);
  };

const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);

const sumOfAll = (amounts: readonly string[]): string => toPlainText(sumBy(amounts, toDecimal));

/** The name if all causes have the same one; else null. */
const findCommonName = (causes: readonly Cause[], field: 'model' | 'channelId'): string | null =>
  causes.every((cause) => cause[field] === causes[0]?.[field]) ? (causes[0]?.[field] ?? null) : null;

function mergeCauses(parts: readonly MergedCause[]): MergedCause {
  const [first, second] = parts as readonly [MergedCause, ...MergedCause[]];
  if (!second) return first;
  const causes = parts.map(({ cause }) => cause);
  const { amount } = first.cause;
  return {
    cause: {
      ...first.cause,
      model: findCommonName(causes, 'model'),
      channelId: findCommonName(causes, 'channelId'),
      count: causes.reduce((sum, { count }) => sum + count, 0),
      amount: amount === null ? null : sumOfAll(causes.map((cause) => cause.amount ?? '0')),
      counted: sumOfAll(causes.map(({ counted }) => counted)),
    },
    models: [...new Set(parts.flatMap(({ models }) => models))],
    channels: [...new Set(parts.flatMap(({ channels }) => channels))],
    traits: mergeTraits(parts),
    since: earliest(parts.map(({ since }) => since)),
    parts,
  };
}

/**
 * Whether causes on several models and channels have one origin: the same ratio of charge and price, only one customer,
 * or only one day of a report with several.
 */
function haveOneOrigin(causes: readonly MergedCause[], { report }: LocalizedReport): boolean {
  const haveSame = (nameOf: (cause: MergedCause) => string | null | undefined): boolean =>
    nameOf(causes[0] as MergedCause) !== undefined && new Set(causes.map(nameOf)).size === 1;
  const customerOf = ({ cause, traits }: MergedCause) => {
    const customer = findMainCustomer(cause, traits);
    return customer?.isAlone ? customer.userId : undefined;
  };
  const dayOf = ({ traits: { days = [] } }: MergedCause) => (days.length === 1 ? days[0] : undefined);
  return (
    haveSame(({ traits }) => traits.factor ?? undefined) ||
    haveSame(customerOf) ||
    (report.summary.byDay.length > 1 && haveSame(dayOf))
  );
}

const sideRank = ({ side }: Cause): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** Order of causes on screens: by counted amount, descending, whatever the side. */
const byCounted = ({ cause: a }: CauseWithTraits, { cause: b }: CauseWithTraits): number =>
  compare(toDecimal(b.counted), toDecimal(a.counted)) || sideRank(a) - sideRank(b);

/** Orders causes for a report: by side (lost, owed, in doubt), then by the amount that totals include, largest first. */
export const compareByMoney = ({ cause: a }: CauseWithTraits, { cause: b }: CauseWithTraits): number =>
  sideRank(a) - sideRank(b) || compare(toDecimal(b.counted), toDecimal(a.counted));

/**
 * Lists the causes, the most money first. Merges causes of one kind that have one origin, or differ only by model or
 * only by channel: if a customer is charged for all models at the same share of their price, the list has one cause.
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
  const merged = (causes: readonly MergedCause[], varying: Varying): MergedCause[] =>
    [...Map.groupBy(causes, keyOf(varying, localized)).values()].flatMap((group) =>
      varying === 'both' && !haveOneOrigin(group, localized) ? group : mergeCauses(group),
    );
  return merged(merged(merged(all, 'both'), 'model'), 'channelId').sort(byCounted);
}
