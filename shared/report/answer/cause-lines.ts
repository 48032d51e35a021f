import { billReason, billRemedy } from '../../engine/words/bill-reason.ts';
import { formatPriceChanges } from '../../engine/words/price-change.ts';
import type { Language } from '../../language.ts';
import { exceeds, toDecimal } from '../../money/money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { nameZone } from '../../zoned-time.ts';
import { isTiny } from './answer-input.ts';
import { isByTotals } from './compared.ts';
import { createFirstLinesTest } from './first-lines.ts';
import { formatAmount, formatCount } from './format-amount.ts';
import { listGaps } from './gaps/find-gaps.ts';
import type { Gap } from './gaps/gap.ts';
import { listRepeatedCodes, mayExplain } from './gaps/gap-effects.ts';
import type { LocalizedReport } from './localized-report.ts';
import { compareBill, isLossOfModel, type MergedCause, mergeSimilarCauses } from './merged-causes.ts';
import { findMainCustomer, isSingle } from './traits.ts';
import { answerWords } from './words/answer-words.ts';

/** Number of causes that are shown directly with the answer. */
export const CAUSES_FIRST = 3;

/** Texts of a cause of the report, or of several causes that differ only by model. */
export interface CauseLine {
  /** The cause. For several causes, a cause with their sums and without a model. */
  readonly cause: Cause;
  /** Lines of the merged causes, the most money first. Empty for a single cause. */
  readonly parts: readonly CauseLine[];
  /** Whose money it is. `none`: no money, or counted by other causes; `record`: information without a deviation. */
  readonly side: Side | 'none' | 'record';
  /** Formatted amount that counts, else the amount of the findings; empty if both are 0. */
  readonly money: string;
  readonly text: string;
  readonly remedy: string;
  /**
   * Whether the amount is below 0.1 % of the revenue and below one unit of the currency. Such lines are listed at the
   * end.
   */
  readonly isSmall: boolean;
  /** First day; null if the findings have no day. */
  readonly since: string | null;
}

/**
 * Returns the side of a cause for display: `lost`, `owed` or `doubtful` if the cause counts money. Otherwise it is
 * `record` for a cause with the severity `info`, and `none` for all other causes.
 */
export const displaySideOf = ({ severity, side, counted }: Cause): CauseLine['side'] =>
  !isTiny(counted) ? (side ?? 'none') : severity === 'info' ? 'record' : 'none';

/**
 * Returns the exact amount of a cause for display: the part that counts in the sums (`counted`). If this part is 0,
 * returns the whole amount, or `0` if the cause has no amount.
 */
export const displayAmountOf = ({ counted, amount }: Pick<Cause, 'counted' | 'amount'>): string =>
  isTiny(counted) ? (amount ?? '0') : counted;

const formatReason = (
  { cause, traits: { factor, bill, uncharged, cases = cause.count } }: MergedCause,
  { clauses }: LocalizedReport,
  language: Language,
): string => {
  const words = answerWords[language];
  if (factor !== null) return words.atShare({ factor, count: cause.count });
  if (bill) return words.bill(billReason[language](bill));
  if (uncharged) return words.uncharged(uncharged);
  const [single, several] = clauses[cause.code] ?? [cause.code, cause.code];
  const number = several.includes('#') ? cases : cause.count;
  return (number === 1 ? single : several).replace('#', formatCount(number));
};

function formatRemedy(
  { cause, traits, since, parts }: MergedCause,
  { report }: LocalizedReport,
  language: Language,
): string {
  const words = answerWords[language];
  const { factor, repriced, bill, uncharged } = traits;
  if (uncharged || factor === '0') return words.remedyOfUncharged;
  if (factor !== null)
    return words.remedyOfFactor({
      factor,
      // Name no start if the cause exists on the first day (the last of `byDay`), because it may have begun earlier.
      since: since === report.summary.byDay.at(-1)?.day ? null : since,
      channelId: cause.channelId,
      isOwed: cause.side === 'owed',
    });
  if (repriced && cause.side === 'lost') return words.remedyOfChange;
  const comparedBill = compareBill(parts[0]?.cause ?? cause, report);
  if (comparedBill) return { above: words.remedyOfDearBill, below: words.remedyOfCheapBill }[comparedBill];
  const { byCode } = report.summary.findings;
  // If the gateway's list of top-ups was given, but shares no order number with the payments, do not ask for it again.
  const code =
    cause.code === 'payment_credit_unknown' && byCode.payments_unjoined ? 'payments_unjoined' : cause.code;
  const { remedy = '' } = byCode[code] ?? {};
  return (bill && billRemedy(bill, language)) ?? remedy;
}

/** Whether gaps in the data may be the reason of a cause, so that its money is not certain. */
const isExplained = ({ cause, parts }: MergedCause, gaps: readonly Gap[]): boolean =>
  parts.length > 0
    ? parts.every((part) => isExplained(part, gaps))
    : gaps.some((gap) => mayExplain(gap, cause));

function buildLine(
  merged: MergedCause,
  localized: LocalizedReport,
  gaps: readonly Gap[],
  language: Language,
): CauseLine {
  const { cause, models, channels, traits, since, parts } = merged;
  const { report, channelNames = {} } = localized;
  const { repriced, refunds, cases = cause.count } = traits;
  const { counted, amount } = cause;
  const exact = displayAmountOf(cause);
  const { timeZone = 'UTC' } = report.summary as { readonly timeZone?: string };
  const side = displaySideOf(cause);
  const isDoubted = side !== 'record' && isExplained(merged, gaps);
  // A model that costs more than it earns does so from its first day on.
  const isOfOneDay = (traits.day !== undefined || isSingle(cause, traits)) && !isLossOfModel(cause);
  return {
    cause,
    parts: parts.map((part) => buildLine(part, localized, gaps, language)),
    side: isDoubted ? 'none' : side,
    isSmall: false,
    since,
    money: isTiny(exact) ? '' : formatAmount(exact),
    text: answerWords[language].cause({
      currency: report.currency,
      models,
      channels: channels.map((id) => ({ id, name: channelNames[id] })),
      // The shares of customers refer to the whole amount. Name a customer only if all or nothing of it counts in the
      // sums.
      customer: counted === amount || isTiny(counted) ? findMainCustomer(cause, traits) : null,
      reason: formatReason(merged, localized, language),
      refunded: refunds === undefined ? null : { refunds, payments: cases },
      since,
      isThen: report.summary.byDay.length === 1 || isOfOneDay,
      repriced: repriced
        ? {
            text: formatPriceChanges([repriced.steps], language, timeZone),
            zone: nameZone(timeZone),
            isAll: repriced.count === cause.count,
            count: repriced.count,
          }
        : null,
    }),
    remedy: formatRemedy(merged, localized, language),
  };
}

/** Below this share of the revenue, and below one unit of the currency, a cause is a small amount. */
const SMALL_SHARE = toDecimal('0.001');
const SMALL_AMOUNT = toDecimal('1');

function isSmall({ cause, side }: CauseLine, { summary }: LocalizedReport['report']): boolean {
  if (side === 'none' || side === 'record') return false;
  const counted = toDecimal(cause.counted);
  return (
    exceeds(SMALL_AMOUNT, counted) && exceeds(toDecimal(summary.revenue.net).times(SMALL_SHARE), counted)
  );
}

const SIDES_WITH_MONEY = ['lost', 'owed', 'doubtful'] as const;

/** Whether a cause has more than a small amount and needs action. Such causes come first. */
export const isMajor = ({ side, isSmall }: CauseLine): boolean => side !== 'record' && !isSmall;

/** Orders lines by money, the largest of each side among the first; small amounts and records come last. */
function orderLines(lines: readonly CauseLine[]): CauseLine[] {
  const large = lines.filter(isMajor);
  const tops = SIDES_WITH_MONEY.flatMap((side) => large.find((line) => line.side === side) ?? []);
  const first = large.slice(0, CAUSES_FIRST);
  for (const top of tops.filter((line) => !first.includes(line))) {
    const last = first.findLastIndex((line) => !tops.includes(line));
    if (last >= 0) first.splice(last, 1);
    first.push(top);
  }
  first.sort((a, b) => large.indexOf(a) - large.indexOf(b));
  return [
    ...first,
    ...large.filter((line) => !first.includes(line)),
    ...lines.filter((line) => line.isSmall),
    ...lines.filter(({ side }) => side === 'record'),
  ];
}

/**
 * Builds the lines about the causes, the most money first, and those that need no action last. Leaves out causes whose
 * money other causes count.
 * @param isShown whether to include a cause
 */
export function buildCauseLines(
  localized: LocalizedReport,
  language: Language,
  isShown: (cause: Cause) => boolean = () => true,
): CauseLine[] {
  const { report } = localized;
  // Leave out causes that repeat the first lines, a gap, the coverage section, or the note that the bill was compared by totals.
  const gaps = listGaps(report);
  const repeated = new Set(['ledger_missing', ...gaps.flatMap(listRepeatedCodes)]);
  if (isByTotals(report)) repeated.add('upstream_missing_request_id');
  const isInFirstLines = createFirstLinesTest(report);
  const causes = mergeSimilarCauses(
    localized,
    (cause) => isShown(cause) && !repeated.has(cause.code) && !isInFirstLines(cause),
  );
  const lines = causes.map((merged) => buildLine(merged, localized, gaps, language));
  return orderLines(lines.map((line) => ({ ...line, isSmall: isSmall(line, report) })));
}
