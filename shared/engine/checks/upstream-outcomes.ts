import { isPositive } from '../../money.ts';
import { check } from './check.ts';

/** A provider is paid for success. */
export const upstreamOutcomes = check({
  id: 'upstream-outcomes',
  invariant:
    'An upstream attempt that failed or was refunded leaves no cost with a request that the downstream ledger has settled.',
  codes: {
    upstream_charged_on_failure: {
      severities: ['warning'],
      title: 'A provider charged an attempt that failed.',
      remedy: 'Claim the charge back where the provider’s terms allow it.',
      needs: 'upstreamCharges',
      message: ({ subject, amount, currency }) =>
        `Failed upstream attempts of request ${subject} cost ${amount} ${currency}.`,
    },
    upstream_refund_incomplete: {
      severities: ['warning'],
      title: 'A provider refunded an attempt, but not all of it.',
      remedy: 'Claim the rest, or correct the refund in the upstream export.',
      needs: 'upstreamCharges',
      message: ({ subject, amount, currency }) =>
        `Refunded upstream attempts of request ${subject} still cost ${amount} ${currency}.`,
    },
  },
  request({ sales, attempts }, { find }) {
    if (sales.length === 0) return;
    for (const { status, net, upstreamId } of attempts) {
      if (!isPositive(net)) continue;
      const seen = { amount: net, upstreamIds: upstreamId === undefined ? [] : [upstreamId] };
      if (status === 'failed') find('upstream_charged_on_failure', seen);
      if (status === 'refunded') find('upstream_refund_incomplete', seen);
    }
  },
});
