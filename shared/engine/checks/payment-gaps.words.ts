import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { paymentGaps } from './payment-gaps.ts';

/** Words for the codes of `paymentGaps`. */
export const paymentGapsWords: CodeTextsOf<typeof paymentGaps> = {
  payment_credit_unknown: {
    en: {
      title: 'The credit of some payments is unknown.',
      remedy:
        "Add the gateway's list of top-ups, which has the credit of each payment, and export the payment report with the same order numbers. In an API call, set `creditedAmount`; 0 means none.",
      clause: ['a payment@ has an unknown credit', '# payments@ have an unknown credit'],
      message: ({ severity, cases, amount, currency, amounts: { refunded } }) =>
        `The credit of ${countNoun(cases, 'payment')} (${amount} ${currency}) is unknown${severity === 'warning' ? ', and earlier rows show more credit than should remain' : ''}.${refunded === undefined ? '' : ` ${refunded} ${currency} was refunded: check that the credit was taken back.`}`,
    },
    zh: {
      title: '充值记录没有写明入账金额。',
      remedy:
        '请一并提供网关的充值列表，其中有每笔充值的入账额度；支付平台的账单须带有相同的订单号。调用 API 时请填写 `creditedAmount`，0 表示没有。',
      clause: '# 笔充值没有写明入账金额',
      message: ({ severity, cases, amount, currency, amounts: { refunded } }) =>
        `有 ${cases} 笔充值（共 ${amount} ${currency}）没有写明入账金额${severity === 'warning' ? '，而较早的记录中入账多于应保留的金额' : ''}。${refunded === undefined ? '' : `其中 ${refunded} ${currency} 已退款，请确认入账的额度已收回。`}`,
    },
  },
  payment_currency_unknown: {
    en: {
      remedy:
        'Set the currency of payments in the settings (--payments-currency CNY), or add `currency` to each row.',
      clause: 'the currency of some payments is unknown',
      message: ({ cases, amounts, currency }) =>
        `The currency of ${countNoun(cases, 'payment')} is unknown: the credit of ${amounts.credited} ${currency} is counted, but not the amount paid.`,
    },
    zh: {
      title: '充值没有写明付款币种。',
      remedy: '请在设置中填写充值的币种（--payments-currency CNY），或在每行写明 `currency`。',
      clause: '部分充值没有写明付款币种',
      message: '有 {cases} 笔充值没有写明付款币种：入账的 {credited} {currency} 照计，付款金额没有计入。',
    },
  },
};
