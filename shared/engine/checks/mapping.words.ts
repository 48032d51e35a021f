import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { mapping } from './mapping.ts';

/** Words for the codes of `mapping`. */
export const mappingWords: CodeTextsOf<typeof mapping> = {
  model_mismatch: {
    en: {
      title: 'The provider billed a different model from the one you sold.',
      remedy: 'Remove the redirect of the model, or mark the pair as known.',
      clause: ['the provider billed a different model', 'the provider billed different models'],
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `The gateway sold ${sold}, but the provider served ${served}: ${countNoun(cases, 'request')} (${amount} ${currency}).`,
    },
    zh: {
      title: '售出的是一个模型，上游计费的是另一个模型。',
      remedy: '请去掉模型重定向，或把这一对标记为已知。',
      clause: '上游计费的模型与售出的不一致',
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `${cases} 个请求按 ${sold} 售出，实际由 ${served} 提供，收费共 ${amount} ${currency}。`,
    },
  },
  channel_mismatch: {
    en: {
      title: 'The log and the bill name different channels for the same request.',
      remedy: 'Correct the channel in the log or the bill, or mark the pair as known.',
      clause: 'the log and the bill name different channels',
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `The log names channel ${sold}, but the bill names channel ${served}: ${countNoun(cases, 'request')}, costing ${amount} ${currency}.`,
    },
    zh: {
      title: '同一个请求，日志与账单写的渠道不同。',
      remedy: '请更正日志或账单中的渠道，或把这一对标记为已知。',
      clause: '日志与账单写的渠道不同',
      message: ({ names: [sold, served], cases, amount, currency }) =>
        `日志写的是渠道 ${sold}，账单写的是渠道 ${served}：${cases} 个请求，成本共 ${amount} ${currency}。`,
    },
  },
};
