import { exceeds, isPositive, smaller } from '../../money.ts';
import { expectedCredit } from '../groups/payment.ts';
import { check } from './check.ts';

/** Who gets the money back gives the credit back. */
export const reversals = check({
  id: 'reversals',
  invariant:
    'A refunded payment, a settled one with a refund, and a payment charged back leave no more credit than the money that stayed.',
  codes: {
    refund_credit_not_reversed: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was refunded, and its credit was left in the wallet.',
          remedy: 'Take the credit back.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} was refunded to ${amounts.expected} ${currency}, but its credit stands at ${amounts.credited}, ${amount} too much.`,
        },
      },
    },
    chargeback_credit_not_reversed: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was charged back, and its credit was left in the wallet.',
          remedy: 'Take the credit back, and block further use of the account until it is settled.',
          message: ({ name, amount, currency }) =>
            `Payment ${name} was charged back, but its credit of ${amount} ${currency} stands.`,
        },
      },
    },
    chargeback_recorded: {
      about: 'payment',
      severities: ['warning'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was charged back.',
          remedy: 'Dispute it in time, or write it off; send the credit that stands, if it is not 0.',
          message: ({ name, amount, currency }) =>
            `Payment ${name} of ${amount} ${currency} was charged back.`,
        },
      },
    },
  },
  payment({ distinct }, { find }) {
    for (const row of distinct) {
      const { status, gross, refund, credited } = row;
      if (status === 'chargeback') {
        if (credited && isPositive(credited)) find('chargeback_credit_not_reversed', { amount: credited });
        else find('chargeback_recorded', { amount: gross });
      }
      const isRefunded = status === 'refunded' || (status === 'settled' && refund && isPositive(refund));
      const expected = expectedCredit(row);
      if (isRefunded && credited && exceeds(credited, expected))
        find('refund_credit_not_reversed', {
          amount: smaller(credited, gross).minus(expected),
          amounts: { credited, expected },
        });
    }
  },
});
