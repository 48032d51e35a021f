import { isEffective } from '../groups/payment.ts';
import { check, code, counted } from './check.ts';

/** Every payment says what money it is in. */
export const paymentCurrency = check({
  id: 'payment-currency',
  invariant:
    'Every payment names its currency, or whoever sends it does. Where nobody does (gateways note the money of epay without it), its credit counts and its amount is unknown.',
  codes: {
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
    for (const row of payment.distinct)
      if (row.creditAlone === 'unnamed' && isEffective(row))
        find('payment_currency_unknown', {
          subject: { kind: 'ledger', name: 'payments' },
          amounts: { credited: row.credited ?? row.gross },
        });
  },
});
