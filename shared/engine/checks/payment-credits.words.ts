import type { paymentCredits } from './payment-credits.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `paymentCredits`. */
export const paymentCreditsWords: WordsOf<typeof paymentCredits> = {
  payment_not_credited: {
    en: {
      title: 'A payment was not credited.',
      remedy: 'Credit it: the customer has paid.',
      clause: ['a payment was never credited', '# payments were never credited'],
      message: ({ name, amounts, amount, currency }) =>
        amount === amounts.paid
          ? `Payment ${name} of ${amounts.paid} ${currency} was not credited.`
          : `Payment ${name} of ${amounts.paid} ${currency} has no credit left; after its refund ${amount} should stand.`,
    },
    zh: {
      title: '付款没有入账。',
      remedy: '请为客户入账：客户已经付款。',
      clause: '# 笔充值没有入账',
      message: ({ name, amounts, amount, currency }) =>
        amount === amounts.paid
          ? `充值 ${name} 付款 ${amounts.paid} ${currency}，没有入账。`
          : `充值 ${name} 付款 ${amounts.paid} ${currency}，已没有任何入账；扣除退款后应有 ${amount}。`,
    },
  },
  payment_under_credited: {
    en: {
      title: 'A payment was credited only in part.',
      remedy: 'Credit the rest, or send the fee that explains it.',
      clause: ['a payment was credited only in part', '# payments were credited only in part'],
      message:
        'Payment {name} was credited {credited} instead of {expected} {currency}, {amount} too little.',
    },
    zh: {
      title: '付款只入账了一部分。',
      remedy: '补足差额；如果差额是手续费，请在记录中写明手续费。',
      clause: '# 笔充值只入账了一部分',
      message: '充值 {name} 应入账 {expected} {currency}，实际只入账 {credited}，少 {amount}。',
    },
  },
  credit_net_of_fee: {
    en: {
      title: 'A payment was credited without its fee: the customer bears it.',
      remedy: 'Nothing to do if your terms say so.',
      clause: ['a payment was credited without its fee', '# payments were credited without their fees'],
      message:
        'Payment {name} was credited {credited} of {expected} {currency}: its fee of {amount} was taken off.',
    },
    zh: {
      title: '入账扣除了手续费：手续费由客户承担。',
      remedy: '如果服务条款如此约定，则无需处理。',
      clause: '# 笔充值扣除手续费后入账',
      message: '充值 {name} 应入账 {expected} {currency}，扣除手续费 {amount} 后入账 {credited}。',
    },
  },
  payment_over_credited: {
    en: {
      title: 'A payment was credited with more than its amount.',
      remedy: 'Check whether it is one of your offers. If not, take the excess back.',
      clause: [
        'a payment was credited with more than was paid',
        '# payments were credited with more than was paid',
      ],
      message: ({ kind, name, cases, amounts, amount, currency }) =>
        kind === 'bonus'
          ? `${counted(cases, 'payment')} had a bonus of ${name} (credit : payment), ${amount} ${currency} beyond what was paid.`
          : `Payment ${name} of ${amounts.paid} ${currency} was credited with ${amounts.credited}, ${amount} more.`,
    },
    zh: {
      title: '入账金额超过了付款。',
      remedy: '确认这是您的充值优惠；如果不是，请收回多入账的部分。',
      clause: '# 笔充值的入账超过了付款',
      message: ({ kind, name, cases, amounts, amount, currency }) =>
        kind === 'bonus'
          ? `${cases} 笔充值按 ${name}（入账 : 付款）获得赠送，比付款多 ${amount} ${currency}。`
          : `充值 ${name} 付款 ${amounts.paid} ${currency}，入账 ${amounts.credited}，多 ${amount}。`,
    },
  },
  discount_granted: {
    en: {
      title: 'Discounts you granted.',
      remedy: 'Nothing to do if these are your offers.',
      clause: ['a discount was granted', '# discounts were granted'],
      message: ({ cases, amount, currency }) =>
        `Discounts you granted: ${counted(cases, 'payment')} ${cases === 1 ? 'was' : 'were'} credited with ${amount} ${currency} beyond what was paid, as the gateway's orders say.`,
    },
    zh: {
      title: '您给出的优惠。',
      remedy: '如果是您自己的优惠，则无需处理。',
      clause: '# 笔充值享受了优惠',
      message: '您给出的优惠：{cases} 笔充值的入账比付款多 {amount} {currency}，与网关订单所写一致。',
    },
  },
};
