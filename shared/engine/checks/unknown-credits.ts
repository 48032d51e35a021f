import { isEffective } from '../groups/payment.ts';
import { check, counted } from './check.ts';

/** Every credit is known. */
export const unknownCredits = check({
  id: 'unknown-credits',
  invariant:
    'Every settled, refunded or charged-back payment says what was credited; copies are looked at once.',
  codes: {
    payment_credit_unknown: {
      about: 'ledger',
      severities: ['info'],
      needs: 'payments',
      words: {
        en: {
          title: 'Payments do not say what was credited.',
          remedy: 'Send `creditedAmount`; 0 says that nothing was.',
          message: ({ cases, amount, currency }) =>
            `It is not said what was credited for ${counted(cases, 'payment')} of ${amount} ${currency} in all.`,
        },
      },
    },
  },
  payment({ distinct }, { find }) {
    for (const row of distinct)
      if (isEffective(row) && row.credited === undefined)
        find('payment_credit_unknown', { subject: { kind: 'ledger', name: 'payments' }, amount: row.gross });
  },
});
