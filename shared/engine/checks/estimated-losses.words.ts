import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import { capitalize, nameChannel, nameCustomer } from '../words/names.ts';
import type { estimatedLosses } from './estimated-losses.ts';

/** Words for the codes of `estimatedLosses`. */
export const estimatedLossesWords: CodeTextsOf<typeof estimatedLosses> = {
  estimated_loss_model: {
    en: {
      title: 'At your purchase prices, a model costs more than it earns.',
      remedy: 'Check the purchase price that you entered, then raise the sales price.',
      clause: [
        'at your purchase prices, the model costs more than it earns',
        'at your purchase prices, the models cost more than they earn',
      ],
      message: ({ name, amount, currency, counts }) =>
        `Model ${name} lost an estimated ${amount} ${currency} on ${countNoun(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      remedy: '请先核对您填写的进价，再提高模型的倍率或价格。',
      clause: '按您填写的进价，模型的成本高于收入',
      message: ({ name, amount, currency, counts }) =>
        `按估算，模型 ${name} 的 ${counts.requests ?? 0} 个请求亏损 ${amount} ${currency}。`,
    },
  },
  estimated_loss_channel: {
    en: {
      title: 'At your purchase prices, a channel costs more than it earns.',
      remedy: "Compare the channel's purchase prices with the sales prices of its models.",
      clause: 'at your purchase prices, the cost is higher than the revenue',
      message: ({ name, amount, currency, counts }) =>
        `${capitalize(nameChannel(name, 'en'))} lost an estimated ${amount} ${currency} on ${countNoun(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      title: '按您填写的进价，渠道的成本高于收入。',
      remedy: '对比该渠道的进价与其各模型的售价。',
      clause: '按您填写的进价，成本高于收入',
      message: ({ name, amount, currency, counts }) =>
        `${nameChannel(name, 'zh')}：按估算，${counts.requests ?? 0} 个请求亏损 ${amount} ${currency}。`,
    },
  },
  estimated_loss_user: {
    en: {
      remedy: 'Raise the group ratio of the customer.',
      clause: 'at your purchase prices, the usage costs more than was charged',
      message: ({ name, amount, currency, counts }) =>
        `${capitalize(nameCustomer(name, 'en'))} caused an estimated loss of ${amount} ${currency} on ${countNoun(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      remedy: '请提高该客户的分组倍率。',
      clause: '按您填写的进价，用量成本高于收费',
      message: ({ name, amount, currency, counts }) =>
        `${nameCustomer(name, 'zh')}：按估算，${counts.requests ?? 0} 个请求亏损 ${amount} ${currency}。`,
    },
  },
};
