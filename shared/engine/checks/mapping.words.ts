import type { mapping } from './mapping.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `mapping`. */
export const mappingWords: WordsOf<typeof mapping> = {
  model_mismatch: {
    en: {
      title: 'One model was sold, another was bought.',
      remedy:
        'Acknowledge the mapping if you intend it. Otherwise, customers pay for a model that they did not get.',
      clause: [
        'another model was bought than the one that was sold',
        'other models were bought than those that were sold',
      ],
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `Sold as ${sold} but served by ${served}: ${counted(cases, 'request')}, for a total of ${amount} ${currency}.`,
    },
    zh: {
      title: '售出的是一个模型，采购的是另一个模型。',
      remedy: '如果是有意的模型重定向，请确认该组合；否则客户付了钱，却没有得到所买的模型。',
      clause: '采购的模型与售出的模型不一致',
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `售出 ${sold}，实际由 ${served} 服务：${cases} 个请求，收费共 ${amount} ${currency}。`,
    },
  },
  channel_mismatch: {
    en: {
      title: 'A request was booked on one channel but served by another.',
      remedy:
        'Acknowledge the pair if the ledgers name channels differently. Otherwise, costs end up on the wrong channel.',
      clause: [
        'requests were booked on another channel than the one that served them',
        'requests were booked on other channels than those that served them',
      ],
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `Booked on channel ${sold} but served by channel ${served}: ${counted(cases, 'request')}, at a total cost of ${amount} ${currency}.`,
    },
    zh: {
      title: '请求记在一个渠道名下，实际由另一个渠道服务。',
      remedy: '如果只是两本账对渠道的叫法不同，请确认该组合；否则成本会记到错误的渠道上。',
      clause: '请求记账的渠道与实际服务的渠道不一致',
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `记在渠道 ${sold}，实际由渠道 ${served} 服务：${cases} 个请求，成本共 ${amount} ${currency}。`,
    },
  },
};
