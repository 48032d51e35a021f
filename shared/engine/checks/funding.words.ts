import type { funding } from './funding.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `funding`. */
export const fundingWords: WordsOf<typeof funding> = {
  funding_shortfall: {
    en: {
      title: 'Customers spent more than was credited to them.',
      remedy: 'Look for credits that no payment covers: gifts, redemption codes, manual top-ups.',
      clause: 'customers spent more than was credited to them',
      message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
        users > 0
          ? `All credits cover the revenue of ${amounts.revenue} ${currency}, but ${counted(users, 'customer')} spent ${amount} beyond their own.`
          : `Revenue of ${amounts.revenue} ${currency} exceeds the credits of ${amounts.credited} by ${amount}.`,
    },
    zh: {
      title: '客户的消费超过了入账金额。',
      remedy: '查找没有对应付款的额度：赠送、兑换码、管理员手动充值。',
      clause: '客户的消费超过了入账金额',
      message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
        users > 0
          ? `全部入账足以覆盖 ${amounts.revenue} ${currency} 的收入，但有 ${users} 位客户的消费超出各自的入账，共 ${amount} ${currency}。`
          : `收入 ${amounts.revenue} ${currency} 比入账金额 ${amounts.credited} 多出 ${amount}。`,
    },
  },
};
