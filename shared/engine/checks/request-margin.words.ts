import type { requestMargin } from './request-margin.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `requestMargin`. */
export const requestMarginWords: WordsOf<typeof requestMargin> = {
  negative_margin_request: {
    en: {
      title: 'A request cost more than it was charged.',
      remedy:
        "Compare the model's price with the provider's, and look for cached or reasoning tokens that you do not bill.",
      clause: ['a request cost more than it was charged', '# requests cost more than they were charged'],
      message:
        'Request {name} was charged {charged} and cost {cost} {currency} upstream, a loss of {amount}.',
    },
    zh: {
      title: '请求的成本高于收费。',
      remedy: '对比该模型的售价与上游价格；留意没有计费的缓存 token 或推理 token。',
      clause: '# 个请求的成本高于收费',
      message: '请求 {name} 收费 {charged} {currency}，上游成本 {cost}，亏损 {amount}。',
    },
  },
};
