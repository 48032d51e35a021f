import { exceeds, toDecimal } from '../../../money/money.ts';
import type { Cause } from '../../../schemas/report.ts';
import { listMissingSpans } from './day-spans.ts';
import {
  type DaySpan,
  type ForEachGap,
  forGap,
  type Gap,
  type GapAction,
  type MissingDays,
  type ReportLedger,
} from './gap.ts';

/** Whether a code with money is about payments. A test compares the names of the codes with their checks. */
export const isPaymentCode = (code: string): boolean => /payment|credit|chargeback|^fee/.test(code);

/** Codes with money about requests that need no bill. A test compares the list with the checks. */
export const BILL_FREE_CODES: ReadonlySet<string> = new Set([
  'call_logged_twice',
  'downstream_pending',
  'duplicate_downstream_request',
  'estimated_loss_model',
  'failed_but_charged',
  'out_of_period',
  'price_overcharge',
  'price_undercharge',
  'refund_exceeds_charge',
  'refund_incomplete',
  'restated_refund',
  'unlinked_refund',
  'unread_rows',
]);

/** Codes about requests that only the log or only the bill has. */
const PRESENCE_CODES: ReadonlySet<string> = new Set([
  'unmatched_upstream',
  'unmatched_downstream',
  'channel_ids_disjoint',
]);

/**
 * Findings that a gap can cause although nothing is wrong. They are not counted. `nothing`: the gap only leaves out
 * money, so that sums are lower bounds ("at least").
 */
type Explained = 'nothing' | 'presence' | 'billed' | 'usage' | 'payments';

const EXPLAINED_CODES: Readonly<Record<Explained, (code: string) => boolean>> = {
  nothing: () => false,
  presence: (code) => PRESENCE_CODES.has(code),
  billed: (code) => !isPaymentCode(code) && !BILL_FREE_CODES.has(code),
  usage: (code) => !isPaymentCode(code),
  payments: isPaymentCode,
};

const LOST_WITH: Readonly<Record<ReportLedger, Explained>> = {
  downstreamUsage: 'usage',
  upstreamCharges: 'billed',
  payments: 'payments',
};

/** Share of the money below which a gap is minor. */
const MINOR = 0.01;

/** Whether a gap concerns so little money (below 1 %) that only the section "Coverage" mentions it. */
export const isMinor = ({ share }: Pick<Gap, 'share'>): boolean => share < MINOR;

/** Findings that the answer to a question may change. For other questions: all findings about requests. */
const QUESTIONED: Readonly<Record<string, Explained>> = {
  payments_unjoined: 'payments',
  payments_in_two_files: 'payments',
  upstream_unit_unknown: 'billed',
};

/** Share of unbilled revenue above which the bill probably belongs to another gateway. */
const UNBILLED_MOST = 0.9;

const EXPLAINED: ForEachGap<[], Explained> = {
  // What money in texts explains depends on its models and its sum (`mayBeInTexts`).
  rows: (gap) => (gap.models || isMinor(gap) ? 'nothing' : LOST_WITH[gap.ledger]),
  // If the log or the bill has no rows, no row of the other one can be matched.
  empty: ({ ledgers }) =>
    ledgers.includes('downstreamUsage')
      ? 'usage'
      : ledgers.includes('upstreamCharges')
        ? 'billed'
        : 'nothing',
  currency: () => 'nothing',
  unnamed: () => 'nothing',
  unbilled: ({ share }) => (share > UNBILLED_MOST ? 'billed' : 'nothing'),
  scale: (gap) => ('payments' in gap ? 'payments' : 'usage'),
  question: ({ code }) => QUESTIONED[code] ?? 'usage',
  unchecked: () => 'presence',
  // Uncovered days explain unmatched rows only: around midnight, a request and its bill row can be on different days.
  // If they are all days, they explain everything about the bill.
  span: ({ isAll }) => (isAll ? 'billed' : 'presence'),
  pending: () => 'nothing',
  bill: () => 'nothing',
};

const ACTIONS: ForEachGap<[], readonly GapAction[]> = {
  rows: ({ models }) => (models ? [] : ['files']),
  empty: () => ['files'],
  currency: ({ leftOut }) =>
    leftOut.some(({ ledger }) => ledger === 'downstreamUsage') ? ['currency'] : ['rates'],
  unnamed: () => ['paymentsCurrency'],
  unbilled: ({ isLeftOut, mayHaveOtherNames }) => {
    if (isLeftOut) return [];
    return mayHaveOtherNames ? ['names', 'bill'] : ['bill', 'names'];
  },
  scale: ({ isOfQuota }) => (isOfQuota ? ['quotaPerUnit'] : []),
  question: () => [],
  unchecked: () => [],
  span: ({ lacking, period, timeZone }) => {
    if (timeZone) return ['timeZone'];
    if (period === undefined) return ['files'];
    return lacking.length > 0 ? ['files', 'period'] : ['period'];
  },
  pending: () => [],
  bill: () => ['bill'],
};

/** Lists the actions of the operator that may close a gap. Empty if only time or the provider can close it. */
export const listActions = (gap: Gap): readonly GapAction[] => forGap(ACTIONS, gap);

/**
 * Finds the value of the setting that closes a gap: a currency code, a time zone or a period. Returns an empty text if
 * no such setting closes the gap.
 */
export function findSettingValue(gap: Gap): string {
  if (gap.about === 'span') return gap.timeZone ?? gap.period ?? '';
  if (gap.about !== 'currency') return '';
  return (gap.leftOut.find(({ ledger }) => ledger === 'downstreamUsage') ?? gap.leftOut[0])?.currency ?? '';
}

/** Whether a gap is about rows that are in a file but could not be read. */
export const hasUnreadRows = (gap: Gap): boolean =>
  gap.about === 'rows' && gap.reasons.length === 0 && (gap.unread?.rows ?? 0) > 0;

/** Ledger in which rows are missing, and the days of which they are missing; without days if they are unknown. */
interface MissingPart {
  readonly ledger: ReportLedger;
  readonly days: readonly DaySpan[] | undefined;
}

/** Lists the ledgers (log, bill, payments) in which rows are missing because of a gap. */
export function listMissingParts(gap: Gap): readonly MissingPart[] {
  if (gap.about === 'rows') return [{ ledger: gap.ledger, days: undefined }];
  if (gap.about === 'empty') return gap.ledgers.map((ledger) => ({ ledger, days: undefined }));
  if (gap.about !== 'span') return [];
  if (gap.lacking.length > 0) return gap.lacking;
  const part = (ledger: ReportLedger, other: ReportLedger, days: MissingDays): MissingPart[] =>
    days.whole.length + days.part.length > 0 || gap.requests.some((outside) => outside.ledger === other)
      ? [{ ledger, days: listMissingSpans(days) }]
      : [];
  return [
    ...part('downstreamUsage', 'upstreamCharges', gap.days.bill),
    ...part('upstreamCharges', 'downstreamUsage', gap.days.log),
  ];
}

/** Whether a gap hides losses on requests, so that the margin is unknown. */
export const hidesRequestLosses = (gap: Gap): boolean => ['usage', 'billed'].includes(forGap(EXPLAINED, gap));

/** Whether a gap is about payments, so that a debt to a customer may be unknown. */
const HIDES_DEBTS: ForEachGap<[], boolean> = {
  rows: ({ ledger }) => ledger === 'payments',
  empty: ({ ledgers }) => ledgers.includes('payments'),
  currency: ({ leftOut }) => leftOut.some(({ ledger }) => ledger === 'payments'),
  unnamed: () => true,
  unbilled: () => false,
  scale: (gap) => 'payments' in gap,
  question: ({ code }) => code.startsWith('payments'),
  unchecked: () => false,
  span: () => false,
  pending: () => false,
  bill: () => false,
};

/** Whether a gap leaves open what customers are owed. */
export const hidesDebts = (gap: Gap): boolean => hidesRequestLosses(gap) || forGap(HIDES_DEBTS, gap);

/**
 * Whether a model may lose money only because the bill lists the cost of other models under its name. This is possible
 * if the gap is about models that the bill does not contain, and their revenue is at least the loss.
 * @param loss amount of the loss; null if unknown, which gives false
 */
export const mayBeOfUnbilled = (gap: Gap, loss: string | null): boolean =>
  gap.about === 'unbilled' &&
  gap.sharesLines &&
  loss !== null &&
  !exceeds(toDecimal(loss), toDecimal(gap.amount));

/**
 * Whether money that the log contains only as text may be the reason of a cause: of a cause of the same models, or of
 * all models of a channel or the log, that is not larger.
 */
const mayBeInTexts = (gap: Gap, { code, model, amount }: Pick<Cause, 'code' | 'model' | 'amount'>): boolean =>
  gap.about === 'rows' &&
  gap.models !== undefined &&
  !isPaymentCode(code) &&
  (model === null || gap.models.includes(model)) &&
  !exceeds(toDecimal(amount ?? '0'), toDecimal(gap.money));

/** Whether a gap may have caused the findings of a cause. */
export const mayExplain = (gap: Gap, cause: Pick<Cause, 'code' | 'model' | 'amount'>): boolean =>
  EXPLAINED_CODES[forGap(EXPLAINED, gap)](cause.code) ||
  mayBeInTexts(gap, cause) ||
  (cause.code === 'negative_margin_model' && mayBeOfUnbilled(gap, cause.amount));

const NEGATIVE_MARGIN_CODES = ['request', 'model', 'channel', 'total'].map(
  (name) => `negative_margin_${name}`,
);

/** Codes of findings that repeat a gap. */
const CODES: ForEachGap<[], readonly string[]> = {
  rows: () => ['unread_rows'],
  // If the log or the bill has no rows, every row of the other one is reported as unmatched.
  empty: ({ ledgers }) => (ledgers.some((ledger) => ledger !== 'payments') ? [...PRESENCE_CODES] : []),
  currency: () => ['currency_excluded'],
  unnamed: () => ['payment_currency_unknown'],
  unbilled: () => [],
  scale: (gap) => ('payments' in gap ? [] : NEGATIVE_MARGIN_CODES),
  question: ({ code }) => [code],
  unchecked: () => ['ledger_ids_disjoint'],
  span: () => ['bill_beyond_log', 'log_beyond_bill'],
  pending: () => [],
  bill: () => [],
};

/** Lists the codes of findings that only repeat a gap. The list of causes leaves them out. */
export const listRepeatedCodes = (gap: Gap): readonly string[] => forGap(CODES, gap);

/** Share of unbilled revenue above which a bill is incomplete. */
const UNBILLED_USUAL = 0.05;

/** Share that may lie outside because a bill uses another time zone and cuts the first and last day of a month. */
const SPAN_USUAL = 0.1;

/** Whether a gap is normal for many operators, such as no bill or payments, or a bill without request ids. */
const IS_USUAL: ForEachGap<[], boolean> = {
  rows: () => false,
  empty: ({ ledgers }) => ledgers.every((ledger) => ledger === 'payments'),
  currency: () => false,
  unnamed: () => false,
  unbilled: ({ share }) => share <= UNBILLED_USUAL,
  scale: () => false,
  question: () => false,
  unchecked: () => true,
  span: ({ share }) => share <= SPAN_USUAL,
  pending: () => false,
  bill: () => true,
};

/** Whether a gap makes the input incomplete. Gaps that are normal for many operators, such as no payments, do not. */
export const isIncomplete = (gap: Gap): boolean => !forGap(IS_USUAL, gap);
