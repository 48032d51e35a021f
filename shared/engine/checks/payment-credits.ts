import { exceeds, isEqual, isPositive, smaller, subtract, ZERO } from '../../money/money.ts';
import {
  computeExpectedCredit,
  computeMaxWorth,
  hasRefund,
  isSettledOrRefunded,
} from '../entities/payment-group.ts';
import { toleranceOf, zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/**
 * Finds payments that were credited too little or too much.
 *
 * Invariant: The credit of a settled or refunded payment is its amount minus its refund. It may be less by exactly the
 * fee, which the customer then pays. It may be more by a bonus that at least three payments share, or by an offer of
 * the operator (a discount on the order, a bonus on the top-up, a price below the configured rate): all offers are one
 * finding for information. A missing credit is unknown, not 0.
 */
export const paymentCredits = check({
  id: 'payment-credits',
  codes: {
    payment_not_credited: code('payment', ['critical'], 'owed', { needs: 'payments' }),
    payment_under_credited: code('payment', ['critical'], 'owed', { needs: 'payments' }),
    credit_net_of_fee: code('payment', ['info'], null, { needs: 'payments' }),
    payment_over_credited: code(['payment', 'bonus'], ['warning', 'info'], 'lost', { needs: 'payments' }),
    discount_granted: code('ledger', ['info'], null, { needs: 'payments' }),
  },
  payment(payment, { find, context }) {
    for (const row of payment.distinct) {
      const { gross, fee, credited } = row;
      if (!isSettledOrRefunded(row) || credited === undefined || row.creditOnly !== undefined) continue;
      const [expected, worth] = [computeExpectedCredit(row), computeMaxWorth(row)];
      const granted = row.bought ? subtract(smaller(credited, worth), gross) : ZERO;
      if (isPositive(granted))
        find('discount_granted', { subject: { kind: 'ledger', name: 'payments' }, amount: granted });
      // An order has a price of its own if its expected credit differs from the amount although nothing was refunded.
      const isPriced = !hasRefund(row) && !isEqual(expected, gross) && !isPositive(credited);
      const amounts = { credited, expected, paid: gross, ...(isPriced && { bought: expected }) };
      const moneyAvailable = payment.moneyAvailable(row);
      const short = zeroIfWithinTolerance(subtract(expected, credited), expected, context);
      const excess = zeroIfWithinTolerance(subtract(credited, worth), credited, context);
      if (isPositive(short)) {
        const isFee = fee !== undefined && !exceeds(subtract(short, fee).abs(), toleranceOf(context));
        if (isFee && (isPositive(credited) || hasRefund(row)))
          find('credit_net_of_fee', { amount: short, amounts });
        else
          find(isPositive(credited) ? 'payment_under_credited' : 'payment_not_credited', {
            amount: short,
            amounts,
            moneyAvailable,
          });
      } else if (isPositive(excess)) {
        const tier = payment.findBonusTier(row);
        if (tier === undefined) find('payment_over_credited', { amount: excess, amounts, moneyAvailable });
        else
          find('payment_over_credited', {
            subject: { kind: 'bonus', name: tier },
            severity: 'info',
            amount: excess,
            amounts: { credited, paid: gross },
          });
      }
    }
  },
});
