import { exceeds, ZERO } from '../../money.ts';
import { isEffective } from '../groups/payment.ts';
import { check, code, counted } from './check.ts';

/** Every credit is known. */
export const unknownCredits = check({
  id: 'unknown-credits',
  invariant:
    'Every settled, refunded or charged-back payment says what was credited; copies count once. It is a warning if an earlier row states more credit than should stand now, because nothing says that it was taken back. A failed payment is checked only in that case.',
  codes: {
    payment_credit_unknown: code('ledger', ['warning', 'info'], 'doubtful', {
      needs: 'payments',
      en: {
        title: 'Payments do not say how much credit stands.',
        remedy: 'Send `creditedAmount`, the credit that stands now; 0 means none.',
        clause: 'payments do not say what was credited',
        message: ({ severity, cases, amount, currency }) =>
          `${counted(cases, 'payment')} over ${amount} ${currency} ${cases === 1 ? 'does' : 'do'} not say how much credit stands${severity === 'warning' ? ', and earlier rows state more than should be left' : ''}.`,
      },
      zh: {
        title: '充值记录没有说明目前的入账金额。',
        remedy: '请写明 `creditedAmount`，即目前仍有效的入账；0 表示没有。',
        clause: '充值记录没有说明入账金额',
        message: ({ severity, cases, amount, currency }) =>
          `有 ${cases} 笔充值（共 ${amount} ${currency}）没有说明入账金额${severity === 'warning' ? '，而较早的记录所述的入账超过了应留的金额' : ''}。`,
      },
    }),
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      if (row.credited !== undefined || row.status === 'pending' || row.fact.lacks === 'credit') continue;
      const before = payment.creditBefore(row);
      const isLeft = before !== undefined && exceeds(before, payment.mostCredit(row));
      if (!isEffective(row) && !isLeft) continue;
      find('payment_credit_unknown', {
        subject: { kind: 'ledger', name: 'payments' },
        severity: isLeft ? 'warning' : 'info',
        amount: row.gross,
        // `chargeback_recorded` counts what was charged back.
        upTo: row.status === 'chargeback' ? ZERO : payment.upTo(row),
      });
    }
  },
});
