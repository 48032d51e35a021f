import { exceeds, isPositive, ZERO } from '../../money/money.ts';
import { isCaptured } from '../entities/payment-group.ts';
import { computeRefund } from '../rows/supersession.ts';
import { check, code } from './check.ts';

/**
 * Finds payments with an unknown credit or an unknown currency.
 *
 * Invariant: Every settled, refunded or charged-back payment says how much was credited; copies count once. It is a
 * warning if an earlier row, even of a failed payment, has more credit than should be left, and no row says that it
 * was taken back. Every payment names its currency. If none is known (gateways record epay payments without it), the
 * credit counts and the amount is unknown.
 */
export const paymentGaps = check({
  id: 'payment-gaps',
  codes: {
    payment_credit_unknown: code('ledger', ['warning', 'info'], 'doubtful', { needs: 'payments' }),
    payment_currency_unknown: code('ledger', ['info'], null, { needs: 'payments' }),
  },
  payment(payment, { find }) {
    const subject = { kind: 'ledger', name: 'payments' } as const;
    for (const row of payment.distinct) {
      const { gross, credited, status } = row;
      const refunded = computeRefund(row);
      if (row.creditOnly === 'unnamed' && isCaptured(row))
        find('payment_currency_unknown', { subject, amounts: { credited: credited ?? gross } });
      if (credited !== undefined || status === 'pending' || row.paymentContext.lacks === 'credit') continue;
      const before = payment.findEarlierCredit(row);
      const isLeft =
        !payment.hasKnownCredit && before !== undefined && exceeds(before, payment.computeMaxCredit(row));
      if (!isCaptured(row) && !isLeft) continue;
      find('payment_credit_unknown', {
        subject,
        severity: isLeft ? 'warning' : 'info',
        amount: gross,
        ...(isPositive(refunded) && { amounts: { refunded }, counts: { refunds: 1 } }),
        // `chargeback_recorded` already counts the amount of a chargeback.
        moneyAvailable: status === 'chargeback' || !payment.isCounted(row) ? ZERO : undefined,
      });
    }
  },
});
