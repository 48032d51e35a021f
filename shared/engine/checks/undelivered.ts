import { isPositive } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { check } from './check.ts';

/** What was sold was delivered. */
export const undelivered = check({
  id: 'undelivered',
  invariant:
    'A request that the customer paid as delivered has an upstream attempt that succeeded, or one that was paid although it failed; failures on other channels only are a fallback to a machine that nobody bills. A suspended request is not judged.',
  codes: {
    charged_upstream_failed: {
      about: 'request',
      severities: ['critical'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'The customer paid for a request that every provider failed.',
          remedy: 'Return the charge, or find the attempt that delivered: the upstream export may lack it.',
          message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
            `Request ${name} was charged ${amount} ${currency} as delivered, but ${attempts === 1 ? 'its only attempt upstream failed' : `none of its ${attempts} attempts upstream succeeded`}.`,
        },
      },
    },
  },
  request({ suspended, delivered, net, attempts, successes, channelId }, { find }) {
    if (suspended || !delivered || !isPositive(net)) return;
    if (attempts.length === 0 || successes.length > 0 || attempts.some((row) => isPositive(row.net))) return;
    const isOnItsChannel = (row: UsageRow) =>
      row.channelId === undefined || channelId === undefined || row.channelId === channelId;
    if (attempts.some(isOnItsChannel))
      find('charged_upstream_failed', { amount: net, counts: { attempts: attempts.length } });
  },
});
