import { billReason, billRemedy } from '../../engine/words/bill-reason.ts';
import { formatPriceChanges } from '../../engine/words/price-change.ts';
import type { Language } from '../../language.ts';
import { type Decimal, exceeds, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { nameZone } from '../../zoned-time.ts';
import { isTiny } from './answer-input.ts';
import { describeDays } from './cause-days.ts';
import { computeComparedFigures, computeMissedRevenue, isByTotals } from './compared.ts';
import { createFirstLinesTest } from './first-lines.ts';
import { formatAmount, formatCount } from './format-amount.ts';
import { listGaps } from './gaps/find-gaps.ts';
import type { Gap } from './gaps/gap.ts';
import { listRepeatedCodes, mayExplain } from './gaps/gap-effects.ts';
import type { LocalizedReport } from './localized-report.ts';
import { compareBill, type MergedCause, mergeSimilarCauses } from './merged-causes.ts';
import { findMainCustomer } from './traits.ts';
import { sumUnbilled } from './unbilled.ts';
import { answerWords } from './words/answer-words.ts';
import { causeRemedies } from './words/cause-remedies.ts';
import { type CauseDays, formatWithCurrency, type MainCustomer, type NotCounted } from './words/parts.ts';

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
  /** Text of the side; without one, why the amount is not added to the totals. */
  readonly badge: string;
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

/** Formats sums by side, without those that are 0: `lost 1.87 USD · owed 5.21 USD`. */
export const formatSums = (sumOf: (side: Side) => Decimal, currency: string, language: Language): string =>
  SIDES.flatMap((side) => {
    const sum = sumOf(side);
    return sum.isZero()
      ? []
      : `${answerWords[language].sides[side]} ${formatWithCurrency(toPlainText(sum), currency)}`;
  }).join(' · ');

/** Formats the money of the causes that are not in the list of a report. Undefined if the list is complete. */
export function formatUnlistedSums(
  { summary, currency }: LocalizedReport['report'],
  language: Language,
): string | undefined {
  if (!summary.cut.includes('causes')) return undefined;
  const restOf = (side: Side): Decimal => {
    const listed = summary.causes.filter((cause) => cause.side === side);
    return toDecimal(summary.money[side]).minus(sumBy(listed, ({ counted }) => toDecimal(counted)));
  };
  return formatSums(restOf, currency, language);
}

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
  { cause, traits, channels, parts }: MergedCause,
  { report }: LocalizedReport,
  { customer, when }: { readonly customer: MainCustomer | null; readonly when: CauseDays | null },
  language: Language,
): string {
  const words = causeRemedies[language];
  const { factor, repriced, bill, uncharged } = traits;
  if (uncharged || factor === '0') return words.uncharged;
  if (factor !== null)
    return words.factor({
      factor,
      since: when?.kind === 'since' ? when.day : null,
      channelId: cause.channelId,
      userId: channels.length > 1 && customer?.isAlone ? customer.userId : null,
      isOwed: cause.side === 'owed',
    });
  if (repriced && cause.side === 'lost') return words.change;
  const comparedBill = compareBill(parts[0]?.cause ?? cause, report);
  if (comparedBill) return { above: words.dearBill, below: words.cheapBill }[comparedBill];
  if (cause.code === 'billed_not_sold' && sumUnbilled(report).models.length > 0) return words.names;
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

/** Why the amount of a cause is not added to the totals, by code. For other codes, another cause counts it. */
const NOT_COUNTED: Readonly<Record<string, NotCounted>> = {
  channel_mismatch: 'affected',
  currency_excluded: 'currency',
  estimated_loss_channel: 'estimate',
  estimated_loss_model: 'estimate',
  estimated_loss_user: 'estimate',
  funding_shortfall: 'unexplained',
  log_beyond_bill: 'uncompared',
  model_mismatch: 'affected',
  price_rounding: 'affected',
};

function findNotCounted({ code, amount }: Cause, isDoubted: boolean): NotCounted {
  if (isDoubted) return 'incomplete';
  return isTiny(amount) ? 'unpriced' : (NOT_COUNTED[code] ?? 'counted');
}

/** Describes requests that are not in the bill. Null for other causes, and if there is no margin. */
const describeUnbilled = ({ code, amount }: Cause, report: LocalizedReport['report']) =>
  code === 'unmatched_downstream' && amount !== null && computeComparedFigures(report).margin !== null
    ? { revenue: amount, isInMargin: computeMissedRevenue(report).isZero() }
    : null;

/** Reasons of a bill that name their own days. */
const isDatedBill = ({ traits: { bill } }: MergedCause): boolean =>
  bill !== undefined && bill.kind !== 'unexplained';

function buildLine(
  merged: MergedCause,
  localized: LocalizedReport,
  gaps: readonly Gap[],
  language: Language,
): CauseLine {
  const { cause, models, channels, traits, since, parts } = merged;
  const { report, channelNames = {} } = localized;
  const { repriced, refunds, days, bills = [], cases = cause.count } = traits;
  const { counted, amount } = cause;
  const exact = displayAmountOf(cause);
  const { timeZone = 'UTC' } = report.summary as { readonly timeZone?: string };
  const side = displaySideOf(cause);
  const isDoubted = side !== 'record' && isExplained(merged, gaps);
  // The shares of customers refer to the whole amount. Name a customer only if all or nothing of it counts in the sums.
  const customer = counted === amount || isTiny(counted) ? findMainCustomer(cause, traits) : null;
  const when = isDatedBill(merged) ? null : describeDays(cause.code, { days, since }, localized);
  const words = answerWords[language];
  return {
    cause,
    parts: parts.map((part) => buildLine(part, localized, gaps, language)),
    side: isDoubted ? 'none' : side,
    badge:
      isDoubted || side === 'none' ? words.notCounted[findNotCounted(cause, isDoubted)] : words.sides[side],
    isSmall: false,
    since,
    money: isTiny(exact) ? '' : formatAmount(exact),
    text: words.cause({
      currency: report.currency,
      models,
      channels: channels
        .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        .map((id) => ({ id, name: channelNames[id] })),
      customer,
      reason: formatReason(merged, localized, language),
      refunded: refunds === undefined ? null : { refunds, payments: cases },
      unbilled: describeUnbilled(cause, report),
      when,
      bills,
      repriced: repriced
        ? {
            text: formatPriceChanges([repriced.steps], language, timeZone),
            zone: nameZone(timeZone),
            isAll: repriced.count === cause.count,
            count: repriced.count,
          }
        : null,
    }),
    remedy: formatRemedy(merged, localized, { customer, when }, language),
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

/** Whether a cause has more than a small amount and needs action. Such causes come first. */
export const isMajor = ({ side, isSmall }: CauseLine): boolean => side !== 'record' && !isSmall;

/** Orders lines by money, the largest of each side among the first; small amounts and records come last. */
function orderLines(lines: readonly CauseLine[]): CauseLine[] {
  const large = lines.filter(isMajor);
  const tops = SIDES.flatMap((side) => large.find((line) => line.side === side) ?? []);
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
