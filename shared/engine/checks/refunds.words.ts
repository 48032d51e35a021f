import type { refunds } from './refunds.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `refunds`. */
export const refundsWords: WordsOf<typeof refunds> = {
  refund_exceeds_charge: {
    en: {
      title: 'More was refunded than was charged.',
      remedy: 'Take the excess back, or correct the refund.',
      clause: [
        'a request was refunded more than it was charged',
        '# requests were refunded more than they were charged',
      ],
      message: 'Request {name} was charged {charged} and refunded {refunded} {currency}, {amount} too much.',
    },
    zh: {
      title: '退款超过了扣费。',
      remedy: '收回多退的部分，或更正退款记录。',
      clause: '# 个请求的退款超过了扣费',
      message: '请求 {name} 扣费 {charged} {currency}，退款 {refunded}，多退 {amount}。',
    },
  },
  unlinked_refund: {
    en: {
      title: 'A refund has no charge in the ledger.',
      remedy: 'Send the row that was refunded as well. It may lie before the start of the period.',
      clause: ['a refund has no charge in the ledger', '# refunds have no charge in the ledger'],
      message: 'Request {name} refunds {amount} {currency}, but the ledger holds no charge for it.',
    },
    zh: {
      title: '退款在账中没有对应的扣费。',
      remedy: '请把被退款的那条记录一并提供；设有账期时，它可能在账期开始之前。',
      clause: '# 笔退款在账本中没有对应的扣费',
      message: '请求 {name} 退款 {amount} {currency}，但账中没有它的扣费。',
    },
  },
  partial_refund: {
    en: {
      title: 'A delivered request was refunded, wholly or in part.',
      remedy: 'Nothing to do. It is listed for the audit trail.',
      clause: ['a delivered request was refunded', '# delivered requests were refunded'],
      message: 'Request {name} was delivered for {charged} and refunded {amount} {currency}.',
    },
    zh: {
      title: '已交付的请求被全部或部分退款。',
      remedy: '无需处理：列出仅供审计备查。',
      clause: '# 个已交付的请求有退款',
      message: '请求 {name} 已交付，扣费 {charged} {currency}，退款 {amount}。',
    },
  },
};
