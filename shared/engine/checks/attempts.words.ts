import type { attempts } from './attempts.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `attempts`. */
export const attemptsWords: WordsOf<typeof attempts> = {
  retry_cost: {
    en: {
      title: 'Retries that succeeded upstream cost money on top of the attempt that served.',
      remedy:
        "Check the gateway's timeouts and retry rules: the provider finished an answer after the gateway had stopped waiting.",
      clause: [
        'a request was paid for again when it was retried',
        '# requests were paid for again when they were retried',
      ],
      message:
        'Request {name} succeeded {attempts} times upstream, and the attempts that did not serve cost {amount} {currency}.',
    },
    zh: {
      title: '上游重试成功，在最终服务的那次之外又花了钱。',
      remedy: '检查网关的超时和重试设置：网关已超时放弃，上游却仍完成了请求并计费。',
      clause: '# 个请求因重试而重复付费',
      message: '请求 {name} 在上游成功了 {attempts} 次，未用于服务的尝试花费 {amount} {currency}。',
    },
  },
  upstream_charged_on_failure: {
    en: {
      title: 'A provider charged for an attempt that failed.',
      remedy: "Claim the charge back if the provider's terms allow it.",
      clause: ['the provider charged an attempt that failed', 'the provider charged # attempts that failed'],
      message: 'Failed upstream attempts of request {name} cost {amount} {currency}.',
    },
    zh: {
      title: '上游对失败的尝试收了费。',
      remedy: '在上游条款允许的情况下追回这笔费用。',
      clause: '上游对 # 次失败的尝试收了费',
      message: '请求 {name} 失败的上游尝试花费 {amount} {currency}。',
    },
  },
  upstream_refund_incomplete: {
    en: {
      title: 'A provider refunded only part of an attempt.',
      remedy: 'Claim the rest, or correct the refund in the upstream export.',
      clause: [
        'the provider refunded an attempt only in part',
        'the provider refunded # attempts only in part',
      ],
      message: 'Refunded upstream attempts of request {name} still cost {amount} {currency}.',
    },
    zh: {
      title: '上游只退还了一次尝试的部分费用。',
      remedy: '追讨余下部分，或更正上游导出中的退款。',
      clause: '上游对 # 次尝试只退了部分费用',
      message: '请求 {name} 已退款的上游尝试仍花费 {amount} {currency}。',
    },
  },
  upstream_refund_exceeds_cost: {
    en: {
      title: 'An upstream refund is larger than the cost.',
      remedy: 'Check the export: the refund may belong to another charge, or be listed twice.',
      clause: ['an upstream refund is larger than its cost', '# upstream refunds are larger than their cost'],
      message: 'The upstream refunds of {name} exceed the costs they refund by {amount} {currency}.',
    },
    zh: {
      title: '上游退款超过了成本。',
      remedy: '检查导出：这笔退款可能属于另一笔扣费，或者重复出现。',
      clause: '# 笔上游退款超过了原成本',
      message: ({ kind, name, amount, currency }) =>
        `${kind === 'ledger' ? '没有请求 ID 的' : `请求 ${name} 的`}上游退款比所退的成本多 ${amount} ${currency}。`,
    },
  },
};
