import { isPositive } from '../../money/money.ts';
import { isCaptured } from '../entities/payment-group.ts';
import { check, code } from './check.ts';

/**
 * Finds credits without a payment, and payments without a credit.
 *
 * Invariant: Every credit of the gateway has a payment in the payment provider's report, and every payment there has a
 * top-up or order. This is checked for each provider whose payments were matched by order number, from the first match
 * to the last. Orders outside are for information only. The API gets one record per payment, so it checks nothing.
 */
export const paymentSides = check({
  id: 'payment-sides',
  codes: {
    credit_without_payment: code('payment', ['critical'], 'lost', { needs: 'payments' }),
    payment_without_credit_row: code('payment', ['critical'], 'doubtful', { needs: 'payments' }),
    payment_not_judged: code('payment', ['info'], null, { needs: 'payments' }),
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      const { lacks, isOutsideReports } = row.paymentContext;
      if (isOutsideReports) find('payment_not_judged', { amount: row.creditOnly ? row.credited : row.gross });
      const moneyAvailable = payment.moneyAvailable(row);
      if (lacks === 'payment' && row.credited && isPositive(row.credited))
        find('credit_without_payment', { amount: row.credited, moneyAvailable });
      if (lacks === 'credit' && isCaptured(row))
        find('payment_without_credit_row', { amount: row.gross, moneyAvailable });
    }
  },
});
