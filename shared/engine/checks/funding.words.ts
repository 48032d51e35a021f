import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { funding } from './funding.ts';

/** Words for the codes of `funding`. */
export const fundingWords: CodeTextsOf<typeof funding> = {
  funding_shortfall: {
    en: {
      remedy: 'Look for credits without a payment: gifts, redemption codes, or manual top-ups.',
      clause: 'customers spent more than was credited to them',
      message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
        users > 0
          ? `${countNoun(users, 'customer')} spent ${amount} ${currency} more than was credited to them, although all credits together cover the revenue of ${amounts.revenue}.`
          : `Customers spent ${amount} ${currency} more than was credited to them: revenue is ${amounts.revenue}, credits are ${amounts.credited}.`,
    },
    zh: {
      remedy: '查找没有付款的额度：赠送、兑换码、管理员手动充值。',
      clause: '客户的消费超过了入账金额',
      message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
        users > 0
          ? `有 ${users} 位客户的消费超过各自的入账，合计超出 ${amount} ${currency}；全部客户的入账合计足以支付总消费 ${amounts.revenue}。`
          : `客户的消费比入账多 ${amount} ${currency}：消费 ${amounts.revenue}，入账 ${amounts.credited}。`,
    },
  },
};
