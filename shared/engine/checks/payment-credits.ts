import { exceeds } from '../../money.ts';
import { expectedCredit } from '../groups/payment.ts';
import { check } from './check.ts';

/** Who paid is credited. */
export const paymentCredits = check({
  id: 'payment-credits',
  invariant:
    'A settled or refunded payment stands in the wallet with its amount less its refund: no less, unless by exactly the fee, and a settled one no more than its amount. A credit that was not sent is unknown, not 0.',
  codes: {
    payment_not_credited: {
      severities: ['critical'],
      title: 'A payment was not credited.',
      remedy: 'Credit it: the customer has paid.',
      needs: 'payments',
      message: ({ subject, amount, currency }) =>
        `Payment ${subject} of ${amount} ${currency} was not credited.`,
    },
    payment_under_credited: {
      severities: ['critical'],
      title: 'A payment was credited in part only.',
      remedy: 'Credit the rest, or send the fee that explains it.',
      needs: 'payments',
      message: ({ subject, figures, amount, currency }) =>
        `Payment ${subject} was credited ${figures.credited} instead of ${figures.expected} ${currency}, ${amount} too little.`,
    },
    credit_net_of_fee: {
      severities: ['info'],
      title: 'A payment was credited less its fee: the customer bears it.',
      remedy: 'Nothing to do if the terms say so.',
      needs: 'payments',
      message: ({ subject, figures, amount, currency }) =>
        `Payment ${subject} was credited ${figures.credited} of ${figures.expected} ${currency}, less the fee of ${amount}.`,
    },
    payment_over_credited: {
      severities: ['warning'],
      title: 'A payment was credited with more than its amount.',
      remedy: 'Check that a bonus tier explains it.',
      needs: 'payments',
      message: ({ subject, figures, amount, currency }) =>
        `Payment ${subject} of ${figures.paid} ${currency} was credited with ${figures.credited}, ${amount} more.`,
    },
  },
  payment({ distinct }, { find }) {
    for (const row of distinct) {
      const { status, gross, fee, credited } = row;
      if ((status !== 'settled' && status !== 'refunded') || credited === undefined) continue;
      const expected = expectedCredit(row);
      const figures = { credited, expected, paid: gross };
      if (exceeds(expected, credited)) {
        const shortfall = expected.minus(credited);
        if (credited.isZero()) find('payment_not_credited', { amount: expected, figures });
        else if (fee?.eq(shortfall)) find('credit_net_of_fee', { amount: shortfall, figures });
        else find('payment_under_credited', { amount: shortfall, figures });
      }
      if (status === 'settled' && exceeds(credited, gross))
        find('payment_over_credited', { amount: credited.minus(gross), figures });
    }
  },
});
