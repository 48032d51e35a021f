import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import { capitalize, nameChannel } from '../words/names.ts';
import type { margins } from './margins.ts';

/** Words for the codes of `margins`. */
export const marginsWords: CodeTextsOf<typeof margins> = {
  negative_margin_model: {
    en: {
      title: 'A model costs more than it earns.',
      remedy: 'Raise the price, or route to a cheaper provider.',
      clause: ['the model cost more than it earned', 'the models cost more than they earned'],
      message: ({ name, amount, currency, counts }) => {
        const { requests = 0, byTotals = 0, uncharged, delivered = 0 } = counts;
        if (uncharged !== undefined)
          return `Model ${name} lost ${amount} ${currency}: nothing was charged for ${uncharged} of ${countNoun(delivered, 'delivered request')}.`;
        return byTotals > 0
          ? `Model ${name} lost ${amount} ${currency}: its bill is higher than the revenue of ${countNoun(requests, 'request')} on the same days.`
          : `Model ${name} lost ${amount} ${currency} on ${countNoun(requests, 'matched request')}.`;
      },
    },
    zh: {
      remedy: '请提高模型的倍率或价格，或改走更便宜的渠道。',
      clause: '模型的成本高于收入',
      message: ({ name, amount, currency, counts }) => {
        const { requests = 0, byTotals = 0, uncharged, delivered = 0 } = counts;
        if (uncharged !== undefined)
          return `模型 ${name} 亏损 ${amount} ${currency}：${delivered} 个成功的请求中有 ${uncharged} 个没有收费，其他请求则照常收费。`;
        return byTotals > 0
          ? `模型 ${name} 亏损 ${amount} ${currency}：账单高于相同日期内 ${requests} 个请求的收入。`
          : `模型 ${name} 的 ${requests} 个已匹配的请求亏损 ${amount} ${currency}。`;
      },
    },
  },
  negative_margin_channel: {
    en: {
      title: 'A channel costs more than it earns.',
      remedy: "Compare the channel's purchase prices with the sales prices of its models.",
      clause: 'the cost is higher than the revenue',
      message: ({ name, amount, currency, counts: { requests = 0, byTotals = 0 } }) =>
        byTotals > 0
          ? `${capitalize(nameChannel(name, 'en'))} lost ${amount} ${currency}: the cost is higher than the revenue of ${countNoun(requests, 'request')}.`
          : `${capitalize(nameChannel(name, 'en'))} lost ${amount} ${currency} on ${countNoun(requests, 'matched request')}.`,
    },
    zh: {
      title: '渠道的成本高于收入。',
      remedy: '对比该渠道的进价与其各模型的售价。',
      clause: '成本高于收入',
      message: ({ name, amount, currency, counts: { requests = 0, byTotals = 0 } }) =>
        byTotals > 0
          ? `${nameChannel(name, 'zh')}：成本高于 ${requests} 个请求的收入，亏损 ${amount} ${currency}。`
          : `${nameChannel(name, 'zh')}：${requests} 个已匹配的请求亏损 ${amount} ${currency}。`,
    },
  },
  negative_margin_total: {
    en: {
      title: 'In total, requests cost more than they earned. This is only a warning if rows are missing.',
      remedy: 'Start with the models and channels that lost the most.',
      clause: 'requests cost more than they earned in total',
      message: 'In total, requests cost {amount} {currency} more than they earned.',
    },
    zh: {
      title: '总成本高于总收入；日志或账单缺少记录时只作警告。',
      remedy: '从亏损最多的模型和渠道查起。',
      clause: '总成本高于总收入',
      message: '总成本比总收入多 {amount} {currency}。',
    },
  },
};
