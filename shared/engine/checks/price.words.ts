import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { price } from './price.ts';

/** Words for the codes of `price`. */
export const priceWords: CodeTextsOf<typeof price> = {
  price_overcharge: {
    en: {
      title: 'More was charged for a request than its recorded price.',
      remedy: 'Refund the difference, and look for a changed price or ratio.',
      clause: ['too much was charged for a request', 'too much was charged for # requests'],
      message:
        'The charge for request {name} is {amount} {currency} too high: {charged} instead of {expected}.',
    },
    zh: {
      title: '请求的收费高于日志中记录的价格。',
      remedy: '请退还差额，并查找改动过的价格或倍率。',
      clause: '# 个请求的收费高于定价',
      message: '请求 {name} 多收 {amount} {currency}：应收 {expected}，实收 {charged}。',
    },
  },
  price_undercharge: {
    en: {
      title: 'Less was charged for a request than its recorded price.',
      remedy: 'Look for a changed price or ratio, and for discounts that the log does not record.',
      clause: ['too little was charged for a request', 'too little was charged for # requests'],
      message: ({ name, amount, currency, amounts: { charged, expected } }) =>
        charged === '0'
          ? `Nothing was charged for request ${name} instead of ${expected} ${currency}.`
          : `The charge for request ${name} is ${amount} ${currency} too low: ${charged} instead of ${expected}.`,
    },
    zh: {
      title: '请求的收费低于日志中记录的价格。',
      remedy: '请查找改动过的价格或倍率，以及日志中没有记录的折扣。',
      clause: '# 个请求的收费低于定价',
      message: ({ name, amount, currency, amounts: { charged, expected } }) =>
        charged === '0'
          ? `请求 ${name} 没有收费，应收 ${expected} ${currency}。`
          : `请求 ${name} 少收 ${amount} ${currency}：应收 ${expected}，实收 ${charged}。`,
    },
  },
  price_rounding: {
    en: {
      title: 'Charges differ from their recorded prices by at most one quota unit each.',
      remedy: 'Check that the gateway rounds to the nearest quota unit, not always down.',
      clause: 'charges were always rounded down',
      message: ({ cases, amounts, currency }) =>
        `Rounding to quota units changed the charges of ${countNoun(cases, 'row')} by ${amounts.drift} ${currency} in total; without rounding, they would be ${amounts.expected}.`,
    },
    zh: {
      title: '每笔收费与日志中记录的价格相差不超过 1 个额度单位。',
      remedy: '请确认网关是四舍五入到额度单位，而不是一律舍去小数。',
      clause: '扣费总是向下取整',
      message: '额度取整使 {cases} 条记录的扣费共相差 {drift} {currency}；不取整时合计应为 {expected}。',
    },
  },
};
