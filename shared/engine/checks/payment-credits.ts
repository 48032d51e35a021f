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
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was not credited.',
          remedy: 'Credit it: the customer has paid.',
          message: ({ name, amount, currency }) =>
            `Payment ${name} of ${amount} ${currency} was not credited.`,
        },
      },
    },
    payment_under_credited: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was credited in part only.',
          remedy: 'Credit the rest, or send the fee that explains it.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} was credited ${amounts.credited} instead of ${amounts.expected} ${currency}, ${amount} too little.`,
        },
      },
    },
    credit_net_of_fee: {
      about: 'payment',
      severities: ['info'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was credited less its fee: the customer bears it.',
          remedy: 'Nothing to do if the terms say so.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} was credited ${amounts.credited} of ${amounts.expected} ${currency}, less the fee of ${amount}.`,
        },
      },
    },
    payment_over_credited: {
      about: 'payment',
      severities: ['warning'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was credited with more than its amount.',
          remedy: 'Check that a bonus tier explains it.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} of ${amounts.paid} ${currency} was credited with ${amounts.credited}, ${amount} more.`,
        },
      },
    },
  },
  payment({ distinct }, { find }) {
    for (const row of distinct) {
      const { status, gross, fee, credited } = row;
      if ((status !== 'settled' && status !== 'refunded') || credited === undefined) continue;
      const expected = expectedCredit(row);
      const amounts = { credited, expected, paid: gross };
      if (exceeds(expected, credited)) {
        const shortfall = expected.minus(credited);
        if (credited.isZero()) find('payment_not_credited', { amount: expected, amounts });
        else if (fee?.eq(shortfall)) find('credit_net_of_fee', { amount: shortfall, amounts });
        else find('payment_under_credited', { amount: shortfall, amounts });
      }
      if (status === 'settled' && exceeds(credited, gross))
        find('payment_over_credited', { amount: credited.minus(gross), amounts });
    }
  },
});
