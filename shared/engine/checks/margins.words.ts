import type { margins } from './margins.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `margins`. */
export const marginsWords: WordsOf<typeof margins> = {
  negative_margin_model: {
    en: {
      title: 'A model costs more than it earns.',
      remedy: "Raise the model's price, or route it to a cheaper provider.",
      clause: ['the model costs more than it earns', 'models cost more than they earn'],
      message: ({ name, amount, currency, counts: { requests = 0, byTotals = 0 } }) =>
        byTotals > 0
          ? `Model ${name} lost ${amount} ${currency} by totals: ${counted(requests, 'request')} against the bill of the same time.`
          : `Model ${name} lost ${amount} ${currency} over ${counted(requests, 'matched request')}.`,
    },
    zh: {
      title: '模型的成本高于收入。',
      remedy: '提高该模型的价格（模型倍率），或改走更便宜的渠道。',
      clause: '模型的成本高于收入',
      message: ({ name, amount, currency, counts: { requests = 0, byTotals = 0 } }) =>
        byTotals > 0
          ? `按合计比较，模型 ${name} 亏损 ${amount} ${currency}：${requests} 个请求对同一时段的账单。`
          : `模型 ${name} 在 ${requests} 个已匹配的请求上亏损 ${amount} ${currency}。`,
    },
  },
  negative_margin_channel: {
    en: {
      title: 'A channel costs more than it earns.',
      remedy: "Compare the channel's purchase price with the prices of the models sold through it.",
      clause: ['the channel costs more than it earns', 'channels cost more than they earn'],
      message: ({ name, amount, currency, counts }) =>
        `Channel ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'matched request')}.`,
    },
    zh: {
      title: '渠道的成本高于收入。',
      remedy: '对比该渠道的进价与经它售出的各模型的售价。',
      clause: '渠道的成本高于收入',
      message: ({ name, amount, currency, counts }) =>
        `渠道 ${name} 在 ${counts.requests ?? 0} 个已匹配的请求上亏损 ${amount} ${currency}。`,
    },
  },
  negative_margin_total: {
    en: {
      title: 'Total cost exceeds total revenue; a warning while rows are missing on either side.',
      remedy: 'Start with the models and channels at the top of the tables.',
      clause: 'the whole costs more than it earns',
      message: 'Upstream cost exceeds revenue by {amount} {currency}.',
    },
    zh: {
      title: '总成本高于总收入；任何一方缺少记录时为警告。',
      remedy: '从各表中排在最前的模型和渠道查起。',
      clause: '总成本高于总收入',
      message: '上游成本比收入多 {amount} {currency}。',
    },
  },
};
