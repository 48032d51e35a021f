import { type Decimal, smaller, subtract, ZERO } from '../../../money/money.ts';
import { isEffective, type PaymentGroup } from '../../groups/payment.ts';
import { isCreditNote, type Row, type UsageRow } from '../../rows/row.ts';
import { refundOf } from '../../rows/supersession.ts';
import type { Context } from '../../survey/context.ts';
import { addBilled, addLogTime } from '../bills/coverage.ts';
import { addReach } from '../open-ends.ts';
import { type Line, UNASSIGNED } from './lines.ts';
import { timeOf } from './times.ts';
import type { Totals } from './totals.ts';

/** Counts one row of any ledger by its standing. */
export function addRow(
  { records, gaps, excluded, bill, reach, coverage }: Totals,
  row: Row,
  context: Context,
): void {
  if (row.ledger !== 'payments') addReach(reach, row, context);
  if (row.ledger === 'downstreamUsage' && context.supplied.upstreamCharges)
    addLogTime(coverage, row.occurredAt);
  records[row.ledger][row.standing].value++;
  if (row.superseded) return;
  if (row.ledger === 'upstreamCharges' && row.standing !== 'outOfPeriod') {
    if (row.requestId !== undefined) bill.named.value++;
    else if (row.status !== 'pending' && !isCreditNote(row)) bill.loose.value++;
  }
  if (row.ledger === 'payments' && row.leftOut && row.standing === 'included') {
    gaps.foreignPayments.value++;
    excluded.at(row.leftOut.currency).payments.add(row.leftOut.amount);
  }
  if (row.standing !== 'currencyExcluded') return;
  gaps[row.ledger === 'payments' ? 'foreignPayments' : 'foreignUsage'].value++;
  excluded.at(row.currency)[row.ledger].add(row.gross);
}

/** Adds what is pending, and what was refunded of what is settled. */
export function addUsage(
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

/** Adds the cost of upstream rows without request, which is nobody's margin. */
export function addLooseCost(entry: Line, cost: Decimal): void {
  entry.cost.add(cost);
  entry.unmatched.add(cost.negated());
}

/** Adds an included upstream row that names no request. */
export function addLooseCharge(into: Totals, row: UsageRow): void {
  addUsage(into.cost, into, [row]);
  if (!isCreditNote(row)) into.gaps.withoutRequestId.value++;
  if (row.status === 'pending') return;
  into.unattributed.add(row.net);
  into.looseModels.at(row.model).add(row.net);
  addBilled(into.coverage, row);
  addLooseCost(into.channels.at(row.channelId ?? UNASSIGNED), row.net);
  into.hours.at(timeOf(row.occurredAt).hour).cost.add(row.net);
  into.customers.at(UNASSIGNED).cost.add(row.net);
}

/** Adds the included rows of a transaction that nothing supersedes. */
export function addPayment({ payments, gaps, customers }: Totals, { rows }: PaymentGroup): void {
  for (const row of rows) {
    const customer = customers.at(row.userId ?? UNASSIGNED);
    if (row.credited) {
      payments.credited.add(row.credited);
      customer.credited.add(row.credited);
    }
    if (row.status === 'pending') payments.pending.add(row.gross);
    if (!isEffective(row)) continue;
    if (row.creditAlone === 'unnamed') gaps.foreignPayments.value++;
    const refund = refundOf(row) === ZERO ? ZERO : smaller(refundOf(row), row.gross);
    payments.gross.add(row.gross);
    if (refund !== ZERO) payments.refunds.add(refund);
    if (row.status === 'chargeback') payments.chargebacks.add(subtract(row.gross, refund));
    if (row.fee) payments.fees.add(row.fee);
    if (!row.credited) gaps.unknownCredits.value++;
  }
}
