import { isPositive } from '../../money.ts';
import { check, counted } from './check.ts';

/** What was sold was delivered. */
export const undelivered = check({
  id: 'undelivered',
  invariant:
    'A request that the customer paid as delivered has an upstream attempt that succeeded; a suspended request is not judged.',
  codes: {
    charged_upstream_failed: {
      about: 'request',
      severities: ['critical'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'The customer paid for a request that every provider failed.',
          remedy: 'Return the charge, or find the attempt that delivered: the upstream export may lack it.',
          message: ({ name, amount, currency, counts }) =>
            `Request ${name} was charged ${amount} ${currency} as delivered, but upstream none of ${counted(counts.attempts ?? 0, 'attempt')} succeeded.`,
        },
      },
    },
  },
  request({ suspended, delivered, net, attempts, successes }, { find }) {
    if (suspended || !delivered || !isPositive(net)) return;
    if (attempts.length === 0 || successes.length > 0) return;
    find('charged_upstream_failed', { amount: net, counts: { attempts: attempts.length } });
  },
});
