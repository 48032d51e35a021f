import { type Decimal, isPositive, subtract, ZERO } from '../../money/money.ts';
import { isSettledOrRefunded } from '../entities/payment-group.ts';
import type { PaymentRow } from '../rows/row.ts';
import { zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Computes what was refunded beyond the amount; not positive where nothing was. */
const excessiveRefund = ({ refund, gross }: PaymentRow): Decimal => (refund ? subtract(refund, gross) : ZERO);

/** Computes what the fee is above the amount. The dispute fee of a chargeback is not an excess. */
const excessiveFee = (row: PaymentRow): Decimal =>
  isSettledOrRefunded(row) && row.fee ? subtract(row.fee, row.gross) : ZERO;

/**
 * Finds credits without a payment, and refunds and fees larger than the payment.
 *
 * Invariant: A failed or pending payment has no credit. A payment may stay pending however old it is, because an
 * abandoned checkout stays pending forever. No payment is refunded more than its amount. The fee of a settled or
 * refunded payment is not larger than the amount; the dispute fee of a chargeback may be. An excess counts once, even
 * if several rows of the payment repeat it.
 */
export const paymentAmounts = check({
  id: 'payment-amounts',
  codes: {
    failed_payment_credited: code('payment', ['critical'], 'lost', { needs: 'payments' }),
    pending_payment_credited: code('payment', ['critical'], 'doubtful', { needs: 'payments' }),
    payment_pending: code('payment', ['info'], null, { needs: 'payments' }),
    payment_refund_exceeds_amount: code('payment', ['critical'], 'lost', { needs: 'payments' }),
    fee_exceeds_amount: code('payment', ['warning'], 'lost', { needs: 'payments' }),
  },
  payment(payment, { find, context }) {
    for (const { status, gross, credited, creditOnly } of payment.distinct) {
      const isCredited = credited !== undefined && isPositive(credited);
      if (status === 'failed' && isCredited) find('failed_payment_credited', { amount: credited });
      if (status === 'pending' && isCredited) find('pending_payment_credited', { amount: credited });
      else if (status === 'pending' && creditOnly === undefined) find('payment_pending', { amount: gross });
    }
    const returned = payment.findLargestExcess(excessiveRefund);
    const refunded = returned?.refund ?? ZERO;
    const excess = returned && zeroIfWithinTolerance(excessiveRefund(returned), refunded, context);
    if (returned && excess && isPositive(excess))
      find('payment_refund_exceeds_amount', {
        amount: excess,
        amounts: { paid: returned.gross, refunded },
      });
    const dear = payment.findLargestExcess(excessiveFee);
    if (dear)
      find('fee_exceeds_amount', {
        amount: excessiveFee(dear),
        amounts: { paid: dear.gross, fee: dear.fee ?? ZERO },
      });
  },
});
