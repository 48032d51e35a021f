import { isPositive } from '../../money.ts';
import { check } from './check.ts';

/** Only money that came is credited. */
export const unsettledPayments = check({
  id: 'unsettled-payments',
  invariant:
    'A failed or pending payment carries no credit. One that stays pending is no alarm, however old: an abandoned checkout does for ever.',
  codes: {
    failed_payment_credited: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A failed payment was credited.',
          remedy: 'Take the credit back.',
          message: ({ name, amount, currency }) =>
            `Payment ${name} failed, but ${amount} ${currency} were credited.`,
        },
      },
    },
    pending_payment_credited: {
      about: 'payment',
      severities: ['critical'],
      needs: 'payments',
      words: {
        en: {
          title: 'A pending payment was credited.',
          remedy: 'Take the credit back until the payment settles.',
          message: ({ name, amount, currency }) =>
            `Payment ${name} is still pending, but ${amount} ${currency} were credited.`,
        },
      },
    },
    payment_pending: {
      about: 'payment',
      severities: ['info'],
      needs: 'payments',
      words: {
        en: {
          title: 'A payment is pending.',
          remedy: 'Nothing to do for an abandoned checkout; else ask the payment provider for its state.',
          message: ({ name, amount, currency }) => `Payment ${name} of ${amount} ${currency} is pending.`,
        },
      },
    },
  },
  payment({ distinct }, { find }) {
    for (const { status, gross, credited } of distinct) {
      const credit = credited && isPositive(credited) ? credited : undefined;
      if (status === 'failed' && credit) find('failed_payment_credited', { amount: credit });
      if (status !== 'pending') continue;
      if (credit) find('pending_payment_credited', { amount: credit });
      else find('payment_pending', { amount: gross });
    }
  },
});
