import { exceeds, isPositive } from '../../money.ts';
import { expectedCredit, isKept, isRefund } from '../groups/payment.ts';
import { check, counted } from './check.ts';

/** Who paid is credited. */
export const paymentCredits = check({
  id: 'payment-credits',
  invariant:
    'A settled or refunded payment stands in the wallet with its amount less its refund: with no less, unless by exactly the fee that the customer bears, and with no more than its amount, unless a bonus that at least three payments share explains it. A credit that was not sent is unknown, not 0.',
  codes: {
    payment_not_credited: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was not credited.',
          remedy: 'Credit it: the customer has paid.',
          message: ({ name, amounts, amount, currency }) =>
            amount === amounts.paid
              ? `Payment ${name} of ${amounts.paid} ${currency} was not credited.`
              : `Payment ${name} of ${amounts.paid} ${currency} has no credit left; after its refund ${amount} should stand.`,
        },
      },
    },
    payment_under_credited: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was credited only in part.',
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
          remedy: 'Nothing to do if your terms say so.',
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} was credited ${amounts.credited} of ${amounts.expected} ${currency}: its fee of ${amount} was taken off.`,
        },
      },
    },
    payment_over_credited: {
      about: ['payment', 'bonus'],
      severities: ['warning', 'info'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment was credited with more than its amount.',
          remedy: 'Check that it is an offer of yours; if not, take the excess back.',
          message: ({ kind, name, cases, amounts, amount, currency }) =>
            kind === 'bonus'
              ? `${counted(cases, 'payment')} had a bonus of ${name} (credit : payment), ${amount} ${currency} beyond what was paid.`
              : `Payment ${name} of ${amounts.paid} ${currency} was credited with ${amounts.credited}, ${amount} more.`,
        },
      },
    },
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      const { gross, fee, credited } = row;
      if (!isKept(row) || credited === undefined) continue;
      const expected = expectedCredit(row);
      const amounts = { credited, expected, paid: gross };
      if (exceeds(expected, credited)) {
        const amount = expected.minus(credited);
        const isFee = fee?.eq(amount) === true && (isPositive(credited) || isRefund(row));
        if (isFee) find('credit_net_of_fee', { amount, amounts });
        else
          find(isPositive(credited) ? 'payment_under_credited' : 'payment_not_credited', { amount, amounts });
      } else if (exceeds(credited, gross)) {
        const amount = credited.minus(gross);
        const tier = payment.bonusTier(row);
        if (tier === undefined) find('payment_over_credited', { amount, amounts });
        else
          find('payment_over_credited', {
            subject: { kind: 'bonus', name: tier },
            severity: 'info',
            amount,
            amounts: { credited, paid: gross },
          });
      }
    }
  },
});
