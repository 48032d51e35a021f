import type { price } from './price.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `price`. */
export const priceWords: WordsOf<typeof price> = {
  price_overcharge: {
    en: {
      title: 'A request was charged more than its price snapshot says.',
      remedy: 'Return the difference, and look for a price or ratio that changed without a new snapshot.',
      clause: ['a request was charged more than its price', '# requests were charged more than their price'],
      message: 'Request {name} was charged {charged} instead of {expected} {currency}, {amount} too much.',
    },
    zh: {
      title: '收费高于价格快照。',
      remedy: '退还差额，并查找改动后没有更新快照的价格或倍率。',
      clause: '# 个请求的收费高于定价',
      message: '请求 {name} 应收 {expected} {currency}，实收 {charged}，多收 {amount}。',
    },
  },
  price_undercharge: {
    en: {
      title: 'A request was charged less than its price snapshot says.',
      remedy:
        'Look for a price or ratio that changed without a new snapshot, and for discounts missing from the snapshot.',
      clause: ['a request was charged less than its price', '# requests were charged less than their price'],
      message: 'Request {name} was charged {charged} instead of {expected} {currency}, {amount} too little.',
    },
    zh: {
      title: '收费低于价格快照。',
      remedy: '查找改动后没有更新快照的价格或倍率，以及快照中没有的折扣。',
      clause: '# 个请求的收费低于定价',
      message: '请求 {name} 应收 {expected} {currency}，实收 {charged}，少收 {amount}。',
    },
  },
  price_rounding: {
    en: {
      title: 'Charges differ from their price snapshots by at most one quota unit each.',
      remedy:
        'Quota units round, which needs nothing. Where it comes to more than rounding can, look for charges that are truncated instead of rounded.',
      clause: 'charges were rounded down, again and again',
      message: ({ cases, amounts, currency }) =>
        `Rounding to quota units moved ${counted(cases, 'row')} by a total of ${amounts.drift} ${currency}; ${amounts.expected} was expected.`,
    },
    zh: {
      title: '收费与价格快照各相差不超过 1 个额度单位。',
      remedy: '额度取整所致，无需处理；合计超出取整所能解释的范围时，请查找被截断而非四舍五入的扣费。',
      clause: '扣费被反复向下取整',
      message: '额度取整使 {cases} 条记录合计相差 {drift} {currency}，应收合计 {expected}。',
    },
  },
};
