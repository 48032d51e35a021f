import type { CodeTextsOf } from '../words/code-text.ts';
import type { restatedRefunds } from './restated-refunds.ts';

/** Words for the codes of `restatedRefunds`. */
export const restatedRefundsWords: CodeTextsOf<typeof restatedRefunds> = {
  restated_refund: {
    en: {
      remedy: 'Set the charge of the refund row to 0.',
      clause: [
        'a refund row repeats the charge that it refunds',
        '# refund rows repeat the charge that they refund',
      ],
      message:
        'Revenue is {amount} {currency} too high, because the refund row of request {name} repeats the charge.',
    },
    zh: {
      title: '退款记录重复列出了原扣费。',
      remedy: '请把退款记录的扣费改为 0。',
      clause: '# 条退款记录重复列出了原扣费',
      message: '请求 {name} 的退款记录重复列出了扣费，收入多计了 {amount} {currency}。',
    },
  },
  restated_upstream_refund: {
    en: {
      remedy: 'Set the cost of the refund row to 0.',
      clause: [
        'a refund row in the bill repeats the cost that it refunds',
        '# refund rows in the bill repeat the cost that they refund',
      ],
      message:
        'Cost is {amount} {currency} too high, because the refund row of request {name} in the bill repeats the cost.',
    },
    zh: {
      title: '账单中的退款记录重复列出了原费用。',
      remedy: '请把退款记录的费用改为 0。',
      clause: '账单中有 # 条退款记录重复列出了原费用',
      message: '账单中请求 {name} 的退款记录重复列出了费用，成本多计了 {amount} {currency}。',
    },
  },
};
