import { exceeds, isPositive } from '../../money.ts';
import { check } from './check.ts';

/** A request earns what it costs. */
export const requestMargin = check({
  id: 'request-margin',
  invariant:
    'A delivered request that was charged is charged at least its upstream cost; the cost of retries is reported by `retry_cost` and not again, and a suspended request is not judged.',
  codes: {
    negative_margin_request: {
      about: 'request',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A request cost more than it was charged.',
          remedy:
            'Compare the model’s price with the provider’s; look for cached or reasoning tokens that are not billed on.',
          message: ({ name, amounts, amount, currency }) =>
            `Request ${name} was charged ${amounts.charged} and cost ${amounts.cost} ${currency} upstream, a loss of ${amount}.`,
        },
      },
    },
  },
  request({ suspended, delivered, net, cost, retryCost }, { find }) {
    if (suspended || !delivered || !isPositive(net)) return;
    const own = cost.minus(retryCost);
    if (exceeds(own, net))
      find('negative_margin_request', { amount: own.minus(net), amounts: { charged: net, cost: own } });
  },
});
