import type { CodeTextsOf } from '../words/code-text.ts';
import type { requestMargin } from './request-margin.ts';

/** Words for the codes of `requestMargin`. */
export const requestMarginWords: CodeTextsOf<typeof requestMargin> = {
  negative_margin_request: {
    en: {
      remedy: "Compare your prices with the provider's, also those of cached and reasoning tokens.",
      clause: [
        'a request cost more than the customer was charged',
        '# requests cost more than customers were charged',
      ],
      message:
        'Request {name} lost {amount} {currency}: the customer was charged {charged}, but it cost {cost}.',
    },
    zh: {
      title: '请求的成本高于收费。',
      remedy: '请对比售价与上游价格，包括缓存 token 和推理 token。',
      clause: '# 个请求的成本高于收费',
      message: '请求 {name} 亏损 {amount} {currency}：向客户收费 {charged}，上游成本 {cost}。',
    },
  },
};
