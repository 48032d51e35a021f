import type { Cause } from '../../../schemas/report.ts';
import { type ForEachGap, forGap, type Gap, type GapAction, type LedgerName } from './gap.ts';

/** Codes about payments that have money: those whose check needs payments. A test compares the list with the checks. */
export const PAYMENT_CODES: ReadonlySet<string> = new Set([
  'chargeback_credit_not_reversed',
  'chargeback_recorded',
  'credit_without_payment',
  'duplicate_payment',
  'failed_payment_credited',
  'fee_exceeds_amount',
  'payment_credit_unknown',
  'payment_not_credited',
  'payment_over_credited',
  'payment_refund_exceeds_amount',
  'payment_under_credited',
  'payment_without_credit_row',
  'pending_payment_credited',
  'refund_credit_not_reversed',
]);

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

/** Codes that follow from a request that only log or bill has. */
const PRESENCE_CODES: ReadonlySet<string> = new Set([
  'unmatched_upstream',
  'unmatched_downstream',
  'channel_ids_disjoint',
]);

/**
 * Which findings a gap can produce although nothing is wrong. `nothing`: the gap is additive, it only leaves out money,
 * so all sums stand with "at least". Otherwise it is distorting, and the findings that it may explain are not counted.
 */
type Explained = 'nothing' | 'presence' | 'billed' | 'usage' | 'payments';

const EXPLAINED_CODES: Readonly<Record<Explained, (code: string) => boolean>> = {
  nothing: () => false,
  presence: (code) => PRESENCE_CODES.has(code),
  billed: (code) => !PAYMENT_CODES.has(code) && !BILL_FREE_CODES.has(code),
  usage: (code) => !PAYMENT_CODES.has(code),
  payments: (code) => PAYMENT_CODES.has(code),
};

const LOST_WITH: Readonly<Record<LedgerName, Explained>> = {
  downstreamUsage: 'usage',
  upstreamCharges: 'billed',
  payments: 'payments',
};

/** Which findings the answer to a question may change; all of requests if it is not listed. */
const QUESTIONED: Readonly<Record<string, Explained>> = {
  payments_unjoined: 'payments',
  upstream_unit_unknown: 'billed',
};

/** With more of the revenue than this, the bill belongs to something else. */
const UNBILLED_MOST = 0.9;

const EXPLAINED: ForEachGap<[], Explained> = {
  rows: ({ ledger }) => LOST_WITH[ledger],
  // Without a row of log or bill, each row of the other lacks its partner.
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
  // By totals, what both cover is compared without the rest. Request by request, a log may be cut where it ends.
  span: ({ isAll, requests }) => (isAll || requests.length > 0 ? 'usage' : 'presence'),
  pending: () => 'nothing',
  bill: () => 'nothing',
  payments: () => 'nothing',
};

/** What the operator does about a gap; `undefined` if only time or the provider closes it. */
const ACTIONS: ForEachGap<[], GapAction | undefined> = {
  rows: ({ isClosable }) => (isClosable ? 'files' : undefined),
  empty: () => 'files',
  currency: ({ leftOut }) =>
    leftOut.some(({ ledger }) => ledger === 'downstreamUsage') ? 'currency' : 'rates',
  unnamed: () => 'paymentsCurrency',
  unbilled: () => 'bill',
  scale: () => undefined,
  question: () => undefined,
  unchecked: () => undefined,
  span: ({ period }) => (period === undefined ? 'files' : 'period'),
  pending: () => undefined,
  bill: () => 'bill',
  payments: () => 'payments',
};

export const actionOf = (gap: Gap): GapAction | undefined => forGap(ACTIONS, gap);

/** The value of the setting that closes a gap: a currency, or a month. */
export function settingOf(gap: Gap): string {
  if (gap.about === 'span') return gap.period ?? '';
  if (gap.about !== 'currency') return '';
  return (gap.leftOut.find(({ ledger }) => ledger === 'downstreamUsage') ?? gap.leftOut[0])?.currency ?? '';
}

/** Whether a gap leaves losses of requests, and with them the margin, unknown. */
export const hidesUsage = (gap: Gap): boolean => ['usage', 'billed'].includes(forGap(EXPLAINED, gap));

/** Whether a gap may have produced the findings of a cause. */
export const mayExplain = (gap: Gap, { code }: Pick<Cause, 'code'>): boolean =>
  EXPLAINED_CODES[forGap(EXPLAINED, gap)](code);

/** Codes of findings that a gap tells, so that no cause repeats it. */
const TOLD: ForEachGap<[], readonly string[]> = {
  rows: () => ['unread_rows'],
  empty: () => [],
  currency: () => ['currency_excluded'],
  unnamed: () => ['payment_currency_unknown'],
  unbilled: () => [],
  scale: () => [],
  question: ({ code }) => [code],
  unchecked: () => ['ledger_ids_disjoint'],
  span: () => ['bill_beyond_log', 'log_beyond_bill'],
  pending: () => [],
  bill: () => [],
  payments: () => [],
};

export const codesToldBy = (gap: Gap): readonly string[] => forGap(TOLD, gap);

/** A bill that leaves more of the revenue without cost is incomplete. */
const UNBILLED_USUAL = 0.05;

/** Days that a bill of another time zone cuts at both ends of a month. */
const SPAN_USUAL = 0.1;

/** Gaps that keep nobody from closing books: many operators have no bill or payments, or a bill without request ids. */
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
  payments: () => true,
};

export const isIncomplete = (gap: Gap): boolean => !forGap(IS_USUAL, gap);
