import type { pendingUsage } from './pending-usage.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `pendingUsage`. */
export const pendingUsageWords: WordsOf<typeof pendingUsage> = {
  downstream_pending: {
    en: {
      title: 'A request is still pending downstream; a warning after 24 hours.',
      remedy: 'Settle it, or reconcile again once it is settled.',
      clause: ['a request has been pending for long', '# requests have been pending for long'],
      message: 'Request {name} is pending with {amount} {currency} reserved.',
    },
    zh: {
      title: '请求在下游仍未结算；满 24 小时起为警告。',
      remedy: '请结算该请求，或待其结算后重新对账。',
      clause: '# 个请求长时间未结算',
      message: '请求 {name} 尚未结算，预扣 {amount} {currency}。',
    },
  },
  upstream_pending: {
    en: {
      title: 'An upstream charge is still pending; a warning after 24 hours.',
      remedy: "Wait for the provider's final bill, and reconcile again.",
      clause: [
        'an upstream charge has been pending for long',
        '# upstream charges have been pending for long',
      ],
      message: 'Request {name} has upstream charges of {amount} {currency} that are not final.',
    },
    zh: {
      title: '上游扣费仍未结算；满 24 小时起为警告。',
      remedy: '等待上游的最终账单，然后重新对账。',
      clause: '# 笔上游扣费长时间未结算',
      message: '请求 {name} 有 {amount} {currency} 的上游扣费尚未最终确定。',
    },
  },
  pending_after_upstream_settled: {
    en: {
      title: 'A request is pending downstream although its upstream attempt has succeeded.',
      remedy: 'Settle the request: the provider has delivered and charged it.',
      clause: [
        'a request is pending although its provider has delivered',
        '# requests are pending although their provider has delivered',
      ],
      message:
        'Request {name} is still pending downstream, but succeeded upstream at a cost of {amount} {currency}.',
    },
    zh: {
      title: '请求在下游仍未结算，但上游已经成功。',
      remedy: '请结算该请求：上游已交付并收费。',
      clause: '# 个请求上游已完成，下游仍未结算',
      message: '请求 {name} 在下游仍未结算，但上游已经成功，成本 {amount} {currency}。',
    },
  },
};
