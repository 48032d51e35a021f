import { type Decimal, exceeds, larger, ZERO } from '../../money/money.ts';
import { paymentKeyWithoutFee } from './copies.ts';
import { isPending, type PaymentRow, type UsageRow } from './row.ts';

/** Of two states of a payment at the same time, the one further down this list is the later. */
const PAYMENT_STATES = ['pending', 'failed', 'settled', 'refunded', 'chargeback'] as const;

/** Nodes write out of order: a pending row this much younger than the settled one is still the earlier state. */
const DISORDER_MS_MAX = 5 * 60_000;

/**
 * Marks the pending rows that a settled row of the same thing follows in time, or precedes by little.
 * @param rows downstream rows of one request, or upstream rows of one request and one upstream id, whatever
 * their period and currency.
 */
export function supersedePending(rows: readonly UsageRow[]): void {
  if (rows.length < 2) return;
  let latest = Number.NEGATIVE_INFINITY;
  for (const row of rows) if (!isPending(row)) latest = Math.max(latest, row.occurredAt);
  for (const row of rows)
    if (isPending(row) && latest >= row.occurredAt - DISORDER_MS_MAX) row.superseded = true;
}

/**
 * The same for upstream rows of one request and several upstream ids, or of one upstream id and several requests;
 * two absent ids count as the same. Rows that name neither never get here together, unless they are equal in every
 * field: taking others for states of one thing would be a guess.
 */
export function supersedeAttempts(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | undefined,
): void {
  if (rows.length > 1) for (const states of Map.groupBy(rows, keyOf).values()) supersedePending(states);
}

const stateRank = (row: PaymentRow): number => PAYMENT_STATES.indexOf(row.status);

/** Earlier states of one payment first; of two at the same time the one whose status comes first in its course. */
export const byPaymentState = (a: PaymentRow, b: PaymentRow): number =>
  a.occurredAt - b.occurredAt || stateRank(a) - stateRank(b);

/** What a row says was returned: a refund without an amount returned the whole payment. */
export const amountRefunded = ({ refund, status, gross }: PaymentRow): Decimal =>
  refund ?? (status === 'refunded' ? gross : ZERO);

/** Marks all but the latest of some rows; those of one time stay together. */
function supersedeEarlier(rows: readonly PaymentRow[]): void {
  const latest = rows.reduce((time, row) => Math.max(time, row.occurredAt), Number.NEGATIVE_INFINITY);
  for (const row of rows) row.superseded = row.occurredAt < latest;
}

/**
 * Marks, among rows of one status, those that a later row states again: with a larger refund, or with nothing new but
 * a fee.
 * @param rows the latest first
 */
function supersedeRestated(rows: readonly PaymentRow[]): void {
  // What the rows later than the one at hand say; rows of its own time do not count yet.
  let largestRefund = ZERO;
  const statedWithFee = new Set<string>();
  for (const together of Map.groupBy(rows, (row) => row.occurredAt).values()) {
    for (const row of together)
      row.superseded =
        exceeds(largestRefund, amountRefunded(row)) ||
        (row.fee === undefined && statedWithFee.has(paymentKeyWithoutFee(row)));
    for (const row of together) {
      largestRefund = larger(largestRefund, amountRefunded(row));
      if (row.fee !== undefined) statedWithFee.add(paymentKeyWithoutFee(row));
    }
  }
}

/**
 * Marks the earlier states of one payment: pending rows where there is any other, whatever its time, for webhooks
 * arrive out of order; rows before one of another status; earlier failures; and what is stated again.
 * @param rows of one transaction, whatever their period and currency
 */
export function supersedePayments(rows: readonly PaymentRow[]): void {
  if (rows.length < 2) return;
  const known = rows.filter((row) => !isPending(row)).sort((a, b) => byPaymentState(b, a));
  const status = known[0]?.status;
  if (status === undefined) {
    supersedeEarlier(rows);
    return;
  }
  const change = known.findIndex((row) => row.status !== status);
  const last = change < 0 ? known : known.slice(0, change);
  for (const row of rows) row.superseded = true;
  for (const row of last) row.superseded = false;
  if (last.length < 2) return;
  if (status === 'failed') supersedeEarlier(last);
  else supersedeRestated(last);
}
