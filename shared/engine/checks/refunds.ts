import { exceeds, isPositive } from '../../money.ts';
import { check } from './check.ts';

/** A refund returns what was charged, and no more. */
export const refunds = check({
  id: 'refunds',
  invariant:
    'What a request refunds it charged before: in full if it was not delivered, never more than the charge. A refund without a charge may belong to an earlier period, where the report has one.',
  codes: {
    refund_exceeds_charge: {
      severities: ['critical'],
      title: 'More was refunded than charged.',
      remedy: 'Take the excess back, or correct the refund.',
      message: ({ subject, figures, amount, currency }) =>
        `Request ${subject} was charged ${figures.charged} and refunded ${figures.refunded} ${currency}, ${amount} too much.`,
    },
    unlinked_refund: {
      severities: ['warning', 'info'],
      title: 'A refund whose charge is not in the ledger.',
      remedy: 'Send the row that was refunded, too; with a period, it may lie before its start.',
      message: ({ subject, amount, currency }) =>
        `Request ${subject} refunds ${amount} ${currency}, but the ledger holds no charge for it.`,
    },
    partial_refund: {
      severities: ['info'],
      title: 'A delivered request was refunded, wholly or in part.',
      remedy: 'Nothing to do: it is listed for the audit trail.',
      message: ({ subject, figures, amount, currency }) =>
        `Request ${subject} was delivered for ${figures.charged} and refunded ${amount} ${currency}.`,
    },
  },
  request({ gross, refunds, delivered }, { find, context }) {
    if (!isPositive(refunds)) return;
    const figures = { charged: gross, refunded: refunds };
    if (gross.isZero())
      find('unlinked_refund', {
        amount: refunds,
        severity: context.start === undefined ? 'warning' : 'info',
      });
    else if (exceeds(refunds, gross))
      find('refund_exceeds_charge', { amount: refunds.minus(gross), figures });
    else if (delivered) find('partial_refund', { amount: refunds, figures });
  },
});
