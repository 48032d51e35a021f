import { exceeds, ZERO } from '../../money/money.ts';
import { isEffective } from '../groups/payment.ts';
import { check, code } from './check.ts';

/** Every payment says what was credited, and what money it is in. */
export const paymentGaps = check({
  id: 'payment-gaps',
  invariant:
    'Every settled, refunded or charged-back payment says how much was credited; copies count once. It is a warning if an earlier row, even of a failed payment, has more credit than should be left, and no row says that it was taken back. Every payment names its currency. If none is known (gateways record epay payments without it), the credit counts and the amount is unknown.',
  codes: {
    payment_credit_unknown: code('ledger', ['warning', 'info'], 'doubtful', { needs: 'payments' }),
    payment_currency_unknown: code('ledger', ['info'], null, { needs: 'payments' }),
  },
  payment(payment, { find }) {
    const subject = { kind: 'ledger', name: 'payments' } as const;
    for (const row of payment.distinct) {
      const { gross, credited, status } = row;
      if (row.creditAlone === 'unnamed' && isEffective(row))
        find('payment_currency_unknown', { subject, amounts: { credited: credited ?? gross } });
      if (credited !== undefined || status === 'pending' || row.fact.lacks === 'credit') continue;
      const before = payment.creditBefore(row);
      const isLeft =
        !payment.statesCredit && before !== undefined && exceeds(before, payment.mostCredit(row));
      if (!isEffective(row) && !isLeft) continue;
      find('payment_credit_unknown', {
        subject,
        severity: isLeft ? 'warning' : 'info',
        amount: gross,
        // `chargeback_recorded` counts what was charged back.
        upTo: status === 'chargeback' || !payment.keeps(row) ? ZERO : undefined,
      });
    }
  },
});
