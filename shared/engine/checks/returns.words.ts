import type { returns } from './returns.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `returns`. */
export const returnsWords: WordsOf<typeof returns> = {
  failed_but_charged: {
    en: {
      title: 'A failed request was charged, and the charge was not returned.',
      remedy: 'Return the charge to the customer.',
      clause: ['a failed request was charged', '# failed requests were charged'],
      message: 'Request {name} failed, but {amount} {currency} of its charge was kept.',
    },
    zh: {
      title: '失败的请求被扣费，且没有退回。',
      remedy: '把扣费退还客户。',
      clause: '# 个失败的请求被扣费',
      message: '请求 {name} 已失败，但仍保留了 {amount} {currency} 的扣费。',
    },
  },
  refund_incomplete: {
    en: {
      title: 'A refunded request was not refunded in full.',
      remedy: 'Return the rest, or send the amount of the refund: a row without one counts as not returned.',
      clause: [
        'a refunded request was not returned in full',
        '# refunded requests were not returned in full',
      ],
      message: 'Request {name} is marked as refunded, but {amount} {currency} of its charge was kept.',
    },
    zh: {
      title: '退款请求没有全额退还。',
      remedy: '退还余下部分，或写明退款金额：没有金额的记录视为未退。',
      clause: '# 个退款请求没有全额退还',
      message: '请求 {name} 标记为已退款，但仍保留了 {amount} {currency} 的扣费。',
    },
  },
  charged_upstream_failed: {
    en: {
      title: 'The customer paid for a request that every provider failed.',
      remedy: 'Return the charge, or find the attempt that delivered: the upstream export may lack it.',
      clause: [
        'a request was charged although every provider failed it',
        '# requests were charged although every provider failed them',
      ],
      message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
        `Request ${name} was charged ${amount} ${currency} as delivered, but ${attempts === 1 ? 'its only attempt upstream failed' : `none of its ${attempts} attempts upstream succeeded`}.`,
    },
    zh: {
      title: '客户为上游全部失败的请求付了费。',
      remedy: '退还扣费，或找出实际交付的那次尝试：上游导出可能漏了它。',
      clause: '# 个请求在上游全部失败，却向客户收了费',
      message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
        `请求 ${name} 按已交付扣费 ${amount} ${currency}，但上游${attempts === 1 ? '唯一的一次尝试失败了' : `的 ${attempts} 次尝试没有一次成功`}。`,
    },
  },
};
