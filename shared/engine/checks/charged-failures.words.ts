import type { CodeTextsOf } from '../words/code-text.ts';
import type { chargedFailures } from './charged-failures.ts';

/** Words for the codes of `chargedFailures`. */
export const chargedFailuresWords: CodeTextsOf<typeof chargedFailures> = {
  failed_but_charged: {
    en: {
      title: 'A customer was charged for a failed request and not refunded.',
      remedy: 'Refund the customer.',
      clause: ['a failed request was charged', '# failed requests were charged'],
      message: 'The customer was charged {amount} {currency} for request {name}, although it failed.',
    },
    zh: {
      title: '失败的请求扣了费，没有退还。',
      remedy: '把扣费退还客户。',
      clause: '# 个失败的请求扣了费',
      message: '请求 {name} 已失败，客户仍被扣费 {amount} {currency}。',
    },
  },
  refund_incomplete: {
    en: {
      remedy: 'Refund the rest, and write the amount into the refund.',
      clause: [
        'a refunded request was not refunded in full',
        '# refunded requests were not refunded in full',
      ],
      message: 'The customer still pays {amount} {currency} for request {name}, which is marked as refunded.',
    },
    zh: {
      title: '标记为已退款的请求没有全额退还。',
      remedy: '请退还尚未退还的部分，并写明退款金额。',
      clause: '# 个标记为已退款的请求没有全额退还',
      message: '请求 {name} 标记为已退款，客户仍被扣费 {amount} {currency}。',
    },
  },
  charged_upstream_failed: {
    en: {
      title: 'The customer paid for a request that failed at every provider.',
      remedy: 'Refund the charge.',
      clause: [
        'a request that failed at every provider was charged',
        '# requests that failed at every provider were charged',
      ],
      message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
        attempts === 1
          ? `The customer paid ${amount} ${currency} for request ${name}, which the log marks as delivered, but its only attempt failed.`
          : `The customer paid ${amount} ${currency} for request ${name}, which the log marks as delivered, but none of its ${attempts} attempts succeeded.`,
    },
    zh: {
      title: '请求在上游的尝试全部失败，却向客户收了费。',
      remedy: '请退还扣费。',
      clause: '# 个请求在上游的尝试全部失败，却向客户收了费',
      message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
        `请求 ${name} 按成功向客户收费 ${amount} ${currency}，但上游${attempts === 1 ? '唯一的一次尝试失败了' : `的 ${attempts} 次尝试没有一次成功`}。`,
    },
  },
};
