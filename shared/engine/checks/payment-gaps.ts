import { exceeds, ZERO } from '../../money.ts';
import { isEffective } from '../groups/payment.ts';
import { check, code, counted } from './check.ts';

/** Every payment says what was credited, and what money it is in. */
export const paymentGaps = check({
  id: 'payment-gaps',
  invariant:
    'Every settled, refunded or charged-back payment says what was credited; copies count once. It is a warning if an earlier row states more credit than should stand now, and no row says that it was taken back. A failed payment is checked only in that case. Every payment names its currency, or whoever sends it does. Where nobody does (gateways note the money of epay without it), its credit counts and its amount is unknown.',
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
    payment_currency_unknown: code('ledger', ['info'], null, {
      needs: 'payments',
      en: {
        title: 'Payments do not say what currency they were made in.',
        remedy: 'Say it once: --payments-currency CNY, or a `currency` in each row.',
        clause: 'payments do not say their currency',
        message: ({ cases, amounts, currency }) =>
          `${counted(cases, 'payment')} ${cases === 1 ? 'names' : 'name'} no currency: ${cases === 1 ? 'its' : 'their'} credit of ${amounts.credited} ${currency} counts, and what was paid for it is unknown.`,
      },
      zh: {
        title: '充值没有注明币种。',
        remedy: '请统一说明：--payments-currency CNY，或在每行中写明 `currency`。',
        clause: '部分充值没有注明币种',
        message: '有 {cases} 笔充值没有注明币种：其入账 {credited} {currency} 照计，付款金额未知。',
      },
    }),
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
