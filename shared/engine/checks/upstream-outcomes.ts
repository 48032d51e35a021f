import { isPositive } from '../../money.ts';
import { check, code } from './check.ts';

/** A provider is paid for success. */
export const upstreamOutcomes = check({
  id: 'upstream-outcomes',
  invariant:
    'An upstream attempt that failed or was refunded leaves no cost on a request that is settled downstream.',
  codes: {
    upstream_charged_on_failure: code('request', ['warning'], 'lost', {
      needs: 'upstreamCharges',
      en: {
        title: 'A provider charged for an attempt that failed.',
        remedy: "Claim the charge back if the provider's terms allow it.",
        clause: [
          'the provider charged an attempt that failed',
          'the provider charged # attempts that failed',
        ],
        message: 'Failed upstream attempts of request {name} cost {amount} {currency}.',
      },
      zh: {
        title: '上游对失败的尝试收了费。',
        remedy: '在上游条款允许的情况下追回这笔费用。',
        clause: '上游对 # 次失败的尝试收了费',
        message: '请求 {name} 失败的上游尝试花费 {amount} {currency}。',
      },
    }),
    upstream_refund_incomplete: code('request', ['warning'], 'lost', {
      needs: 'upstreamCharges',
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
    }),
  },
  request({ sold, bought }, { find }) {
    if (sold.settled.length === 0) return;
    for (const { status, net, upstreamId } of bought.attempts) {
      if (!isPositive(net)) continue;
      const seen = { amount: net, upstreamIds: upstreamId === undefined ? [] : [upstreamId] };
      if (status === 'failed') find('upstream_charged_on_failure', seen);
      if (status === 'refunded') find('upstream_refund_incomplete', seen);
    }
  },
});
