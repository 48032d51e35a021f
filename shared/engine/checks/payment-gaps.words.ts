import type { paymentGaps } from './payment-gaps.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `paymentGaps`. */
export const paymentGapsWords: WordsOf<typeof paymentGaps> = {
  payment_credit_unknown: {
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
  },
  payment_currency_unknown: {
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
  },
};
