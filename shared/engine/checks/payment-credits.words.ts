import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { paymentCredits } from './payment-credits.ts';

/** Words for the codes of `paymentCredits`. */
export const paymentCreditsWords: CodeTextsOf<typeof paymentCredits> = {
  payment_not_credited: {
    en: {
      title: 'A payment was not credited.',
      remedy: 'Add the credit: the customer has paid.',
      clause: ['a payment@ was never credited', '# payments@ were never credited'],
      message: ({ name, amounts, amount, currency }) => {
        if (amount === amounts.paid) return `Payment ${name} of ${amount} ${currency} was not credited.`;
        return amounts.bought !== undefined
          ? `Payment ${name} of ${amounts.paid} ${currency} was not credited; the credit should be ${amount} ${currency}.`
          : `Payment ${name} of ${amounts.paid} ${currency} has no credit left, but ${amount} should remain after its refund.`;
      },
    },
    zh: {
      title: '客户付了款，却没有入账。',
      remedy: '客户已经付款，请补上这笔额度。',
      clause: '# 笔充值没有入账',
      message: ({ name, amounts, amount, currency }) =>
        amount === amounts.paid || amounts.bought !== undefined
          ? `充值 ${name} 付款 ${amounts.paid} ${currency}，没有入账${amount === amounts.paid ? '' : `；应入账 ${amount} ${currency}`}。`
          : `充值 ${name} 付款 ${amounts.paid} ${currency}，目前没有任何入账；扣除退款后应有 ${amount}。`,
    },
  },
  payment_under_credited: {
    en: {
      remedy: 'Credit the rest.',
      clause: ['a payment@ was credited only in part', '# payments@ were credited only in part'],
      message:
        'The credit for payment {name} is {amount} {currency} too low: {credited} instead of {expected}.',
    },
    zh: {
      title: '客户的付款只入账了一部分。',
      remedy: '请补足差额。',
      clause: '# 笔充值只入账了一部分',
      message: '充值 {name} 少入账 {amount} {currency}：应入账 {expected}，实际入账 {credited}。',
    },
  },
  credit_net_of_fee: {
    en: {
      title: 'The fee of a payment was deducted from its credit, so the customer paid it.',
      remedy: 'Check that your terms let you deduct the fee.',
      clause: [
        'the fee of a payment@ was deducted from its credit',
        'the fees of # payments@ were deducted from their credit',
      ],
      message:
        'Payment {name} was credited {credited} instead of {expected} {currency}: its fee of {amount} was deducted.',
    },
    zh: {
      title: '入账时扣掉了手续费，由客户承担。',
      remedy: '请确认服务条款允许扣除手续费。',
      clause: '# 笔充值入账时扣掉了手续费',
      message: '充值 {name} 应入账 {expected} {currency}，扣掉手续费 {amount} 后入账 {credited}。',
    },
  },
  payment_over_credited: {
    en: {
      remedy: 'Take back the excess, or mark your offer as known.',
      clause: ['more was credited than was paid', 'for # payments, more was credited than was paid'],
      message: ({ kind, name, cases, amounts, amount, currency }) =>
        kind === 'bonus'
          ? `${countNoun(cases, 'payment')} had a bonus of ${name} (credit : payment): ${amount} ${currency} more was credited than was paid.`
          : `The credit for payment ${name} is ${amount} ${currency} too high: ${amounts.paid} was paid, ${amounts.credited} was credited.`,
    },
    zh: {
      title: '入账比付款多。',
      remedy: '请收回多入账的部分，或把您的充值优惠标记为已知。',
      clause: '# 笔充值的入账比付款多',
      message: ({ kind, name, cases, amounts, amount, currency }) =>
        kind === 'bonus'
          ? `${cases} 笔充值按 ${name}（入账 : 付款）赠送，入账比付款多 ${amount} ${currency}。`
          : `充值 ${name} 多入账 ${amount} ${currency}：付款 ${amounts.paid}，入账 ${amounts.credited}。`,
    },
  },
  discount_granted: {
    en: {
      title: 'You granted discounts on payments.',
      remedy: 'Check that these are your offers.',
      clause: ['a discount was granted', '# discounts were granted'],
      message: ({ cases, amount, currency }) =>
        `You granted discounts of ${amount} ${currency}: according to the gateway's orders, ${countNoun(cases, 'payment')} received more credit than was paid.`,
    },
    zh: {
      title: '客户享受了充值优惠。',
      remedy: '请确认这些是您设置的优惠。',
      clause: '# 笔充值享受了优惠',
      message: '共优惠 {amount} {currency}：{cases} 笔充值的入账比付款多，与网关订单一致。',
    },
  },
};
