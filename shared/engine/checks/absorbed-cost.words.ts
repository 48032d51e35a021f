import type { absorbedCost } from './absorbed-cost.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `absorbedCost`. */
export const absorbedCostWords: WordsOf<typeof absorbedCost> = {
  absorbed_cost: {
    en: {
      title: "The provider was paid, but the customer's charge failed or was returned.",
      remedy: 'Claim the cost back from the provider, or book it as goodwill.',
      clause: [
        'the provider was paid for a request that the customer was not charged for',
        'the provider was paid for # requests that customers were not charged for',
      ],
      message: 'Request {name} cost {amount} {currency} upstream, but the customer paid nothing in the end.',
    },
    zh: {
      title: '已向上游付费，但客户的扣费失败或已退回。',
      remedy: '向上游追讨这笔成本，或作为对客户的优惠自行承担。',
      clause: '# 个请求付了上游费用，客户的扣费却失败或已退回',
      message: '请求 {name} 最终没有向客户收费，上游成本却有 {amount} {currency}。',
    },
  },
  zero_charge_with_cost: {
    en: {
      title: 'A delivered request cost something but was charged nothing.',
      remedy:
        'Set a price for the model. If it is meant to be free, send an expected charge of 0. If customers paid for it before, check whether its price was set to 0 by mistake.',
      clause: ['a request was delivered for nothing', '# requests were delivered for nothing'],
      message: ({ kind, name, severity, amount, currency, cases }) => {
        if (kind === 'request')
          return `Request ${name} was delivered and charged 0, but cost ${amount} ${currency} upstream.`;
        const before = severity === 'warning' ? ', though a user of it had paid for it before' : '';
        return `Model ${name} is priced at 0${before}, and ${counted(cases, 'request')} cost ${amount} ${currency} upstream.`;
      },
    },
    zh: {
      title: '请求已交付却未收费，并产生了上游成本。',
      remedy:
        '为该模型设置价格；若确为免费模型，请把应收金额（expectedCharge）写为 0。如果客户此前付过费，请检查模型价格或倍率是否被误设为 0。',
      clause: '# 个请求有成本却没有收费',
      message: ({ kind, name, severity, amount, currency, cases }) => {
        if (kind === 'request') return `请求 ${name} 已交付，收费为 0，上游成本却有 ${amount} ${currency}。`;
        const before = severity === 'warning' ? '，但有客户此前曾付费使用' : '';
        return `模型 ${name} 的价格为 0${before}，${cases} 个请求的上游成本共 ${amount} ${currency}。`;
      },
    },
  },
  zero_cost_success: {
    en: {
      title: 'A charged request was served at no upstream cost.',
      remedy: 'Expected for free tiers and your own models. Otherwise, complete the upstream costs.',
      clause: ['a charged request was served at no cost', '# charged requests were served at no cost'],
      message: 'Request {name} was charged {amount} {currency}, and all its upstream attempts cost 0.',
    },
    zh: {
      title: '收费的请求没有上游成本。',
      remedy: '免费额度和自建模型属正常情况；否则请补全上游成本。',
      clause: '# 个收费的请求没有上游成本',
      message: '请求 {name} 收费 {amount} {currency}，其上游尝试的成本全部为 0。',
    },
  },
};
