import { exceeds, larger, ZERO } from '../../money.ts';
import type { PaymentRow, UsageRow } from './row.ts';

/** Of two states of a payment at the same time, the one further down this list is the later. */
const PAYMENT_COURSE = ['pending', 'failed', 'settled', 'refunded', 'chargeback'] as const;

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
  for (const row of rows) if (row.status !== 'pending') latest = Math.max(latest, row.occurredAt);
  for (const row of rows)
    if (row.status === 'pending' && latest >= row.occurredAt - DISORDER_MS_MAX) row.superseded = true;
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
  if (rows.length < 2) return;
  const things = new Map<string | undefined, UsageRow[]>();
  for (const row of rows) {
    const states = things.get(keyOf(row));
    if (states) states.push(row);
    else things.set(keyOf(row), [row]);
  }
  for (const states of things.values()) supersedePending(states);
}

const course = (row: PaymentRow): number => PAYMENT_COURSE.indexOf(row.status);

/** A refund without an amount returned the whole payment. */
const returned = (row: PaymentRow) => row.refund ?? row.gross;

/**
 * Marks the payments of one transaction whose status is not that of the latest row, and the refunds that a later
 * row states again with a larger amount.
 */
export function supersedePayments(rows: readonly PaymentRow[]): void {
  if (rows.length < 2) return;
  const latestFirst = [...rows].sort((a, b) => b.occurredAt - a.occurredAt || course(b) - course(a));
  const status = latestFirst[0]?.status;
  // The largest refund among the rows later than `time`, and among those of `time` itself, which do not count yet.
  let [later, same, time] = [ZERO, ZERO, 0];
  for (const row of latestFirst) {
    if (row.occurredAt !== time) [later, time] = [larger(later, same), row.occurredAt];
    row.superseded = row.status !== status || (row.status === 'refunded' && exceeds(later, returned(row)));
    if (row.status === 'refunded') same = larger(same, returned(row));
  }
}
