import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { absorbedCost } from './absorbed-cost.ts';

/** Words for the codes of `absorbedCost`. */
export const absorbedCostWords: CodeTextsOf<typeof absorbedCost> = {
  absorbed_cost: {
    en: {
      title: "The provider was paid, but the customer's charge failed or was refunded.",
      remedy: 'Ask the provider for a refund.',
      clause: [
        'the provider was paid for a request@ that the customer was not charged for',
        'the provider was paid for # requests@ that customers were not charged for',
      ],
      message:
        'The provider billed {amount} {currency} for request {name}, but the customer paid nothing in the end.',
    },
    zh: {
      title: '上游收了费，客户的扣费却失败或已退还。',
      remedy: '请向上游追回这笔费用。',
      clause: '# 个请求上游已收费，客户的扣费却失败或已退还',
      message: '上游对请求 {name} 收费 {amount} {currency}，客户最终却没有付费。',
    },
  },
  zero_charge_with_cost: {
    en: {
      title: 'A delivered request had a cost, but the customer was not charged.',
      remedy: 'Set a price for the model, or mark this as known.',
      clause: ['nothing was charged for a delivered request', 'nothing was charged for # delivered requests'],
      message: ({ kind, name, severity, amount, currency, cases }) => {
        if (kind === 'request')
          return `The provider billed ${amount} ${currency} for request ${name}, but the customer was not charged.`;
        const requests = countNoun(cases, 'request');
        return severity === 'warning'
          ? `The provider billed ${amount} ${currency} for ${requests} of model ${name}, which is priced at 0, although a customer paid for it before.`
          : `The provider billed ${amount} ${currency} for ${requests} of model ${name}, which is priced at 0.`;
      },
    },
    zh: {
      title: '请求成功且有上游费用，却没有向客户收费。',
      remedy: '请为该模型设置价格，或标记为已知。',
      clause: '# 个请求有上游费用却没有向客户收费',
      message: ({ kind, name, severity, amount, currency, cases }) => {
        if (kind === 'request') return `上游对请求 ${name} 收费 ${amount} ${currency}，却没有向客户收费。`;
        const before = severity === 'warning' ? '（以前有客户付过费）' : '';
        return `模型 ${name} 的价格为 0${before}，${cases} 个请求的上游费用共 ${amount} ${currency}。`;
      },
    },
  },
  zero_cost_success: {
    en: {
      title: 'The customer paid for a request that cost nothing.',
      remedy: 'Check that the provider bills nothing for these requests.',
      clause: ['a charged request cost nothing', '# charged requests cost nothing'],
      message: 'The customer was charged {amount} {currency} for request {name}, but every attempt cost 0.',
    },
    zh: {
      title: '请求已向客户收费，上游却没有费用。',
      remedy: '请确认上游对这些请求不收费。',
      clause: '# 个已收费的请求没有上游费用',
      message: '请求 {name} 向客户收费 {amount} {currency}，上游各次尝试的费用却都是 0。',
    },
  },
};
