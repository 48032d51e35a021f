import { isPositive, larger, total, ZERO } from '../../money.ts';
import { isEffective } from '../groups/payment.ts';
import type { PaymentRow } from '../rows/row.ts';
import { check } from './check.ts';

const credited = (row: PaymentRow) => row.credited ?? ZERO;

/** A payment is booked once. */
export const paymentDuplicates = check({
  id: 'payment-duplicates',
  invariant:
    'A transaction has one row of its latest status; of several, the largest credit is the right one, and an unknown credit counts as 0.',
  codes: {
    duplicate_payment: {
      about: 'payment',
      severities: ['critical', 'warning'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment is in the ledger more than once.',
          remedy: 'Keep one row, and take back the credit of the others.',
          message: ({ name, counts, amount, currency }) =>
            `Payment ${name} has ${counts.rows} rows of one status, which credit ${amount} ${currency} beyond the largest of them.`,
        },
      },
    },
  },
  payment({ rows }, { find }) {
    if (rows.length < 2) return;
    const effective = rows.filter(isEffective);
    const amount = total(effective, credited).minus(effective.map(credited).reduce(larger, ZERO));
    find('duplicate_payment', {
      amount,
      severity: isPositive(amount) ? 'critical' : 'warning',
      counts: { rows: rows.length },
    });
  },
});
