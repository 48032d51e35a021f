import { exceeds } from '../../money.ts';
import { check } from './check.ts';

/** A payment's parts are no larger than the payment. */
export const paymentAmounts = check({
  id: 'payment-amounts',
  invariant:
    'No payment is refunded more than its amount, and no settled or refunded one costs a larger fee; a dispute fee on a chargeback is the tariff.',
  codes: {
    payment_refund_exceeds_amount: {
      severities: ['critical'],
      title: 'More was refunded than paid.',
      remedy: 'Check the refund with the payment provider, and take the excess back.',
      needs: 'payments',
      message: ({ subject, figures, amount, currency }) =>
        `Payment ${subject} of ${figures.paid} ${currency} was refunded with ${figures.refunded}, ${amount} too much.`,
    },
    fee_exceeds_amount: {
      severities: ['warning'],
      title: 'A fee is larger than its payment.',
      remedy: 'Check the tariff for small payments, or set a least amount.',
      needs: 'payments',
      message: ({ subject, figures, amount, currency }) =>
        `Payment ${subject} of ${figures.paid} ${currency} cost a fee of ${figures.fee}, ${amount} more than it brought.`,
    },
  },
  payment({ distinct }, { find }) {
    for (const { status, gross, refund, fee } of distinct) {
      if (refund && exceeds(refund, gross))
        find('payment_refund_exceeds_amount', {
          amount: refund.minus(gross),
          figures: { paid: gross, refunded: refund },
        });
      if ((status === 'settled' || status === 'refunded') && fee && exceeds(fee, gross))
        find('fee_exceeds_amount', { amount: fee.minus(gross), figures: { paid: gross, fee } });
    }
  },
});
