import { UNASSIGNED } from '../../../log-facts.ts';
import { type Decimal, smaller, subtract, ZERO } from '../../../money/money.ts';
import { isCaptured, type PaymentGroup } from '../../entities/payment-group.ts';
import { isCreditNote, type Row, type UsageRow } from '../../rows/row.ts';
import { computeRefund } from '../../rows/supersession.ts';
import type { Context } from '../../survey/context.ts';
import { addLogTime, addLooseBillRow } from '../bills/loose-totals.ts';
import { addEdgeCounts } from '../channel-matches.ts';
import { toLocalHour } from './local-hour.ts';
import type { MarginTally, Totals } from './totals.ts';

/** Counts a row by its inclusion, and sums the amounts in other currencies, which the report leaves out. */
export function countRow(
  { records, gaps, excluded, bill, edgeCounts, looseTotals }: Totals,
  row: Row,
  context: Context,
): void {
  if (row.ledger !== 'payments') addEdgeCounts(edgeCounts, row, context);
  if (row.ledger === 'downstreamUsage' && context.supplied.upstreamCharges)
    addLogTime(looseTotals, row.occurredAt);
  records[row.ledger][row.inclusion].value++;
  if (row.superseded) return;
  if (row.ledger === 'upstreamCharges' && row.inclusion !== 'outOfPeriod') {
    if (row.requestId !== undefined) bill.named.value++;
    else if (row.status !== 'pending' && !isCreditNote(row)) bill.loose.value++;
  }
  if (row.ledger === 'payments' && row.foreignAmount && row.inclusion === 'included') {
    gaps.foreignPayments.value++;
    excluded.at(row.foreignAmount.currency).payments.add(row.foreignAmount.amount);
  }
  if (row.inclusion !== 'currencyExcluded') return;
  gaps[row.ledger === 'payments' ? 'foreignPayments' : 'foreignUsage'].value++;
  excluded.at(row.currency)[row.ledger].add(row.gross);
}

/** Adds gross amounts of pending rows to `pending`, refunds of the others to `refunds`; counts pending rows. */
export function addPendingAndRefunds(
  { refunds, pending }: Totals['revenue' | 'cost'],
  { gaps }: Totals,
  rows: readonly UsageRow[],
): void {
  for (const row of rows)
    if (row.status === 'pending') {
      pending.add(row.gross);
      gaps.pendingUsage.value++;
    } else if (row.refund) refunds.add(row.refund);
}

/** Adds the cost of upstream rows without a request id to a model or channel, and to its unmatched margin. */
export function addLooseCost(entry: MarginTally, cost: Decimal): void {
  entry.cost.add(cost);
  entry.unmatchedMargin.add(cost.negated());
}

/** Adds an upstream row without a request id to the totals. The row must be included (see `isIncluded`). */
export function addLooseCharge(into: Totals, row: UsageRow, context: Context): void {
  addPendingAndRefunds(into.cost, into, [row]);
  if (!isCreditNote(row)) into.gaps.withoutRequestId.value++;
  if (row.status === 'pending') return;
  into.unattributed.add(row.net);
  into.looseModels.at(row.model).add(row.net);
  addLooseBillRow(into.looseTotals, row);
  addLooseCost(into.channels.at(row.channelId ?? UNASSIGNED), row.net);
  into.hours.at(toLocalHour(row.occurredAt, context).hour).cost.add(row.net);
  into.customers.at(UNASSIGNED).cost.add(row.net);
}

/** Adds the `rows` of a payment to the totals of payments and customers. */
export function addPayment({ payments, gaps, customers }: Totals, { rows }: PaymentGroup): void {
  for (const row of rows) {
    const customer = customers.at(row.userId ?? UNASSIGNED);
    if (row.credited) {
      payments.credited.add(row.credited);
      customer.credited.add(row.credited);
    }
    if (row.status === 'pending') payments.pending.add(row.gross);
    if (!isCaptured(row)) continue;
    if (row.creditOnly === 'unnamed') gaps.foreignPayments.value++;
    const refund = computeRefund(row) === ZERO ? ZERO : smaller(computeRefund(row), row.gross);
    payments.gross.add(row.gross);
    if (refund !== ZERO) payments.refunds.add(refund);
    if (row.status === 'chargeback') payments.chargebacks.add(subtract(row.gross, refund));
    else customer.paid.add(subtract(row.gross, refund));
    if (row.fee) payments.fees.add(row.fee);
    if (!row.credited) gaps.unknownCredits.value++;
  }
}
