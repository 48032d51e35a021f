import type { CodeTextsOf } from '../words/code-text.ts';
import type { refunds } from './refunds.ts';

/** Words for the codes of `refunds`. */
export const refundsWords: CodeTextsOf<typeof refunds> = {
  refund_exceeds_charge: {
    en: {
      title: 'More was refunded than was charged.',
      remedy: 'Take back the excess.',
      clause: [
        'more was refunded for a request than was charged',
        'more was refunded for # requests than was charged',
      ],
      message:
        'The refund for request {name} is {amount} {currency} too high: {charged} was charged, {refunded} was refunded.',
    },
    zh: {
      title: '退款超过了扣费。',
      remedy: '请收回多退的部分。',
      clause: '# 个请求的退款超过了扣费',
      message: '请求 {name} 多退了 {amount} {currency}：扣费 {charged}，退款 {refunded}。',
    },
  },
  unlinked_refund: {
    en: {
      remedy: 'Export the log from before the period as well, with the original charge.',
      clause: ['a refund@ has no charge in the log', '# refunds@ have no charge in the log'],
      message: '{amount} {currency} was refunded for request {name}, but the log has no charge for it.',
    },
    zh: {
      title: '退款在日志中没有对应的扣费。',
      remedy: '请把账期之前的日志一并导出，其中应有原扣费。',
      clause: '# 笔退款在日志中没有对应的扣费',
      message: '请求 {name} 退款 {amount} {currency}，日志中却没有对应的扣费。',
    },
  },
  partial_refund: {
    en: {
      title: 'A delivered request was refunded, in full or in part.',
      remedy: 'No action needed.',
      clause: ['a delivered request was refunded', '# delivered requests were refunded'],
      message: 'Request {name} was delivered. Of its charge of {charged} {currency}, {amount} was refunded.',
    },
    zh: {
      title: '成功的请求有全额或部分退款。',
      remedy: '无需处理。',
      clause: '# 个成功的请求有退款',
      message: '请求 {name} 已成功，扣费 {charged} {currency}，退款 {amount}。',
    },
  },
};
