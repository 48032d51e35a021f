import { isPositive, smaller, subtract } from '../../money/money.ts';
import { computeMaxWorth, hasRefund } from '../entities/payment-group.ts';
import { zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/**
 * Finds refunds and chargebacks whose credit was not taken back.
 *
 * Invariant: After a refund or a chargeback, the credit of a payment is at most the money that is left of it. A refund
 * may leave its share of a bonus. The finding is for information only if the log shows that an administrator took the
 * credit back by hand.
 */
export const reversals = check({
  id: 'reversals',
  codes: {
    refund_credit_not_reversed: code('payment', ['critical', 'info'], 'lost', { needs: 'payments' }),
    chargeback_credit_not_reversed: code('payment', ['critical', 'info'], 'lost', { needs: 'payments' }),
    chargeback_recorded: code('payment', ['warning'], 'doubtful', { needs: 'payments' }),
  },
  payment(payment, { find, context }) {
    for (const row of payment.distinct) {
      const { status, gross, credited, paymentContext } = row;
      if (row.creditOnly !== undefined) continue;
      const moneyAvailable = payment.moneyAvailable(row);
      const finding = paymentContext.isCreditRevoked ? ({ severity: 'info' } as const) : { moneyAvailable };
      if (status === 'chargeback') {
        if (credited && isPositive(credited))
          find('chargeback_credit_not_reversed', { amount: credited, ...finding });
        else find('chargeback_recorded', { amount: gross, moneyAvailable });
      }
      if (credited === undefined || !hasRefund(row)) continue;
      const expected = payment.computeMaxCredit(row);
      // Leave out credit above the worth of the payment, which `payment_over_credited` reports.
      const most = smaller(credited, computeMaxWorth(row));
      const amount = zeroIfWithinTolerance(subtract(most, expected), most, context);
      if (isPositive(amount))
        find('refund_credit_not_reversed', { amount, amounts: { credited, expected }, ...finding });
    }
  },
});
