import type { estimatedLosses } from './estimated-losses.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `estimatedLosses`. */
export const estimatedLossesWords: WordsOf<typeof estimatedLosses> = {
  estimated_loss_model: {
    en: {
      title: 'By the prices that you state, a model costs more than it earns.',
      remedy: "Raise the model's price, or route it to a cheaper provider.",
      clause: [
        'by your prices, the model costs more than it earns',
        'by your prices, models cost more than they earn',
      ],
      message: ({ name, amount, currency, counts }) =>
        `By estimate, model ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      title: '按您写明的价格，模型的成本高于收入。',
      remedy: '提高该模型的价格（模型倍率），或改走更便宜的渠道。',
      clause: '按您的价格，模型的成本高于收入',
      message: ({ name, amount, currency, counts }) =>
        `按估算，模型 ${name} 在 ${counts.requests ?? 0} 个请求上亏损 ${amount} ${currency}。`,
    },
  },
  estimated_loss_channel: {
    en: {
      title: 'By the prices that you state, a channel costs more than it earns.',
      remedy: "Compare the channel's purchase price with the prices of the models sold through it.",
      clause: [
        'by your prices, the channel costs more than it earns',
        'by your prices, channels cost more than they earn',
      ],
      message: ({ name, amount, currency, counts }) =>
        `By estimate, channel ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      title: '按您写明的价格，渠道的成本高于收入。',
      remedy: '对比该渠道的进价与经它售出的各模型的售价。',
      clause: '按您的价格，渠道的成本高于收入',
      message: ({ name, amount, currency, counts }) =>
        `按估算，渠道 ${name} 在 ${counts.requests ?? 0} 个请求上亏损 ${amount} ${currency}。`,
    },
  },
  estimated_loss_user: {
    en: {
      title: 'By the prices that you state, a customer costs more than they pay.',
      remedy: "Look at the ratio of the customer's group: it may be below what you pay.",
      clause: [
        'by your prices, a customer costs more than they pay',
        'by your prices, customers cost more than they pay',
      ],
      message: ({ name, amount, currency, counts }) =>
        `By estimate, customer ${name} was served at a loss of ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
    },
    zh: {
      title: '按您写明的价格，客户的成本高于所付。',
      remedy: '查看该客户的分组倍率，可能低于您的进价。',
      clause: '按您的价格，客户的成本高于所付',
      message: ({ name, amount, currency, counts }) =>
        `按估算，为客户 ${name} 服务 ${counts.requests ?? 0} 个请求，亏损 ${amount} ${currency}。`,
    },
  },
};
