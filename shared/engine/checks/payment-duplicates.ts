import { isPositive, larger, sumBy, ZERO } from '../../money/money.ts';
import { isCaptured } from '../entities/payment-group.ts';
import { isIncluded, type PaymentRow } from '../rows/row.ts';
import { byPaymentState } from '../rows/supersession.ts';
import { check, code } from './check.ts';

const credited = (row: PaymentRow) => row.credited ?? ZERO;

/**
 * Finds payments that were booked more than once.
 *
 * Invariant: A payment has one row with its latest status, whatever its date. If it has several, the row with the
 * largest credit is taken as correct, and an unknown credit counts as 0. The rows are reported in the period of the
 * latest.
 */
export const paymentDuplicates = check({
  id: 'payment-duplicates',
  codes: {
    duplicate_payment: code('payment', ['critical', 'warning'], 'lost', { needs: 'payments' }),
  },
  payment({ current }, { find }) {
    if (current.length < 2) return;
    const latest = current.toSorted(byPaymentState).at(-1);
    if (latest === undefined || !isIncluded(latest)) return;
    const effective = current.filter(isCaptured);
    const amount = sumBy(effective, credited).minus(effective.map(credited).reduce(larger, ZERO));
    find('duplicate_payment', {
      amount,
      severity: isPositive(amount) ? 'critical' : 'warning',
      counts: { rows: current.length },
    });
  },
});
