import { type Decimal, exceeds, larger, ZERO } from '../../money/money.ts';
import { buildPaymentKeyWithoutFee } from './copies.ts';
import { isPending, type PaymentRow, type UsageRow } from './row.ts';

/** Payment states in their usual order, which decides between states of the same time. */
const PAYMENT_STATES = ['pending', 'failed', 'settled', 'refunded', 'chargeback'] as const;

/** Longest time by which a pending row may be younger than the row that settles it: nodes write out of order. */
const DISORDER_MS_MAX = 5 * 60_000;

/**
 * Marks pending rows as superseded if a settled row is later, or earlier by at most 5 minutes. Takes all downstream
 * rows of a request, or all its upstream rows of one id, also those outside the period or in another currency.
 */
export function supersedePending(rows: readonly UsageRow[]): void {
  if (rows.length < 2) return;
  let latest = Number.NEGATIVE_INFINITY;
  for (const row of rows) if (!isPending(row)) latest = Math.max(latest, row.occurredAt);
  for (const row of rows)
    if (isPending(row) && latest >= row.occurredAt - DISORDER_MS_MAX) row.superseded = true;
}

/**
 * Marks pending upstream rows as superseded by settled rows with the same key (see `supersedePending`). All rows
 * without a key are one charge; rows without any id must be equal in every field.
 */
export function supersedeAttempts(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | undefined,
): void {
  if (rows.length > 1) for (const states of Map.groupBy(rows, keyOf).values()) supersedePending(states);
}

const stateRank = (row: PaymentRow): number => PAYMENT_STATES.indexOf(row.status);

/** Compares payment rows by time; at the same time by status: pending, failed, settled, refunded, charged back. */
export const byPaymentState = (a: PaymentRow, b: PaymentRow): number =>
  a.occurredAt - b.occurredAt || stateRank(a) - stateRank(b);

/** Returns the refunded amount: without one, the whole amount if the status is `refunded`, otherwise 0. */
export const computeRefund = ({ refund, status, gross }: PaymentRow): Decimal =>
  refund ?? (status === 'refunded' ? gross : ZERO);

/** Marks all rows but those of the latest time as superseded. */
function supersedeEarlier(rows: readonly PaymentRow[]): void {
  const latest = rows.reduce((time, row) => Math.max(time, row.occurredAt), Number.NEGATIVE_INFINITY);
  for (const row of rows) row.superseded = row.occurredAt < latest;
}

/** Marks rows of one status, the latest first, that a later row repeats with a larger refund, or only with a fee. */
function supersedeRestated(rows: readonly PaymentRow[]): void {
  // Compare all rows of the same time before any of them is added here, so that they do not supersede each other.
  let largestRefund = ZERO;
  const keysWithFee = new Set<string>();
  for (const together of Map.groupBy(rows, (row) => row.occurredAt).values()) {
    for (const row of together)
      row.superseded =
        exceeds(largestRefund, computeRefund(row)) ||
        (row.fee === undefined && keysWithFee.has(buildPaymentKeyWithoutFee(row)));
    for (const row of together) {
      largestRefund = larger(largestRefund, computeRefund(row));
      if (row.fee !== undefined) keysWithFee.add(buildPaymentKeyWithoutFee(row));
    }
  }
}

/**
 * Marks rows of a payment that are not its current state: pending ones if there are others (webhooks come out of
 * order), those before another status, all failed ones but the latest, and those repeated with a larger refund or a
 * fee. Takes all rows of a transaction, also those outside the period or in another currency.
 */
export function supersedePayments(rows: readonly PaymentRow[]): void {
  if (rows.length < 2) return;
  const notPending = rows.filter((row) => !isPending(row)).sort((a, b) => byPaymentState(b, a));
  const status = notPending[0]?.status;
  if (status === undefined) {
    supersedeEarlier(rows);
    return;
  }
  const change = notPending.findIndex((row) => row.status !== status);
  const last = change < 0 ? notPending : notPending.slice(0, change);
  for (const row of rows) row.superseded = true;
  for (const row of last) row.superseded = false;
  if (last.length < 2) return;
  if (status === 'failed') supersedeEarlier(last);
  else supersedeRestated(last);
}
