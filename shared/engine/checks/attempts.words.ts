import type { CodeTextsOf } from '../words/code-text.ts';
import type { attempts } from './attempts.ts';

/** Words for the codes of `attempts`. */
export const attemptsWords: CodeTextsOf<typeof attempts> = {
  retry_cost: {
    en: {
      title: 'The provider billed a request more than once because the gateway retried it.',
      remedy:
        "Raise the gateway's timeout: the provider finished and billed answers that the gateway had stopped waiting for.",
      clause: [
        'the provider billed a retried request more than once',
        'the provider billed # retried requests more than once',
      ],
      message:
        'Retries of request {name} cost {amount} {currency}: {attempts} attempts succeeded, but only one was delivered.',
    },
    zh: {
      title: '网关重试，导致上游对同一个请求重复收费。',
      remedy: '请调高网关的超时时间：网关已经放弃等待，上游却仍完成了请求并收费。',
      clause: '# 个请求因重试而重复付费',
      message:
        '请求 {name} 在上游成功了 {attempts} 次，客户只收到最后一次的结果，其余几次多花了 {amount} {currency}。',
    },
  },
  upstream_charged_on_failure: {
    en: {
      remedy: 'Ask the provider for a refund.',
      clause: ['the provider billed an attempt that failed', 'the provider billed # attempts that failed'],
      message: 'The provider billed {amount} {currency} for failed attempts of request {name}.',
    },
    zh: {
      title: '上游对失败的尝试收了费。',
      remedy: '请向上游追回这笔费用。',
      clause: '上游对 # 次失败的尝试收了费',
      message: '请求 {name} 的尝试失败了，上游仍收费 {amount} {currency}。',
    },
  },
  upstream_refund_incomplete: {
    en: {
      remedy: 'Ask the provider for the rest.',
      clause: [
        'the provider refunded only part of the cost of an attempt',
        'the provider refunded only part of the cost of # attempts',
      ],
      message: 'The provider refunded request {name} only in part: {amount} {currency} is still charged.',
    },
    zh: {
      title: '上游只退了一次尝试的部分费用。',
      remedy: '请向上游追讨未退的部分。',
      clause: '上游对 # 次尝试只退了部分费用',
      message: '上游退了请求 {name} 的费用，但仍有 {amount} {currency} 没有退。',
    },
  },
  upstream_refund_exceeds_cost: {
    en: {
      remedy: 'Find the charge in the bill to which the refund belongs.',
      clause: [
        'a refund from the provider is larger than the original charge',
        '# refunds from the provider are larger than the original charges',
      ],
      message: ({ kind, name, amount, currency }) =>
        kind === 'ledger'
          ? `The provider refunded ${amount} ${currency} more than it charged in bill lines without a request id.`
          : `The provider refunded ${amount} ${currency} more than it charged for request ${name}.`,
    },
    zh: {
      title: '上游的退款超过了原来的费用。',
      remedy: '请在账单中找出这笔退款对应的费用。',
      clause: '# 笔上游退款超过了原来的费用',
      message: ({ kind, name, amount, currency }) =>
        `${kind === 'ledger' ? '账单中没有请求 ID 的' : `请求 ${name} 的`}上游退款比原来的费用多 ${amount} ${currency}。`,
    },
  },
};
