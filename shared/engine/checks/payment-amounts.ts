import { exceeds } from '../../money.ts';
import { check } from './check.ts';

/** A payment's parts are no larger than the payment. */
export const paymentAmounts = check({
  id: 'payment-amounts',
  invariant:
    'No payment is refunded more than its amount, and no settled or refunded one costs a larger fee; a dispute fee on a chargeback is the tariff.',
  codes: {
    payment_refund_exceeds_amount: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'More was refunded than paid.',
          remedy: 'Check the refund with the payment provider, and take the excess back.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} of ${amounts.paid} ${currency} was refunded with ${amounts.refunded}, ${amount} too much.`,
        },
      },
    },
    fee_exceeds_amount: {
      about: 'payment',
      severities: ['warning'],
      needs: 'payments',
      words: {
        en: {
          title: 'A fee is larger than its payment.',
          remedy: 'Check the tariff for small payments, or set a least amount.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} of ${amounts.paid} ${currency} cost a fee of ${amounts.fee}, ${amount} more than it brought.`,
        },
      },
    },
  },
  payment({ distinct }, { find }) {
    for (const { status, gross, refund, fee } of distinct) {
      if (refund && exceeds(refund, gross))
        find('payment_refund_exceeds_amount', {
          amount: refund.minus(gross),
          amounts: { paid: gross, refunded: refund },
        });
      if ((status === 'settled' || status === 'refunded') && fee && exceeds(fee, gross))
        find('fee_exceeds_amount', { amount: fee.minus(gross), amounts: { paid: gross, fee } });
    }
  },
});
