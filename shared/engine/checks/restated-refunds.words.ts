import type { restatedRefunds } from './restated-refunds.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `restatedRefunds`. */
export const restatedRefundsWords: WordsOf<typeof restatedRefunds> = {
  restated_refund: {
    en: {
      title: 'A refund row repeats the charge that it refunds.',
      remedy: "Give the refund row a charge of 0, or put the refund into the charge's own row.",
      clause: [
        'a refund row repeats the charge that it returns',
        '# refund rows repeat the charge that they return',
      ],
      message:
        'Refund rows of request {name} repeat {amount} {currency} of its charge, which the revenue now holds twice.',
    },
    zh: {
      title: '退款记录重复列出了它所退的扣费。',
      remedy: '请把退款记录的扣费写为 0，或把退款写进原扣费那一条。',
      clause: '# 条退款记录重复列出了原扣费',
      message: '请求 {name} 的退款记录重复列出了 {amount} {currency} 的扣费，收入因此多计一次。',
    },
  },
  restated_upstream_refund: {
    en: {
      title: 'An upstream refund row repeats the cost that it refunds.',
      remedy: "Give the refund row a cost of 0, or put the refund into the charge's own row.",
      clause: [
        'an upstream refund repeats the cost that it returns',
        '# upstream refunds repeat the cost that they return',
      ],
      message:
        'Upstream refund rows of request {name} repeat {amount} {currency} of its cost, which the cost now holds twice.',
    },
    zh: {
      title: '上游退款记录重复列出了它所退的成本。',
      remedy: '请把退款记录的成本写为 0，或把退款写进原扣费那一条。',
      clause: '# 条上游退款记录重复列出了原成本',
      message: '请求 {name} 的上游退款记录重复列出了 {amount} {currency} 的成本，成本因此多计一次。',
    },
  },
};
