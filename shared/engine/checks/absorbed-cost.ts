import { isPositive } from '../../money.ts';
import { check, counted } from './check.ts';

/** What the provider was paid for, the customer paid for. */
export const absorbedCost = check({
  id: 'absorbed-cost',
  invariant:
    'A request with upstream cost leaves a charge with the customer, unless it is priced at nothing; the cost of retries is reported by `retry_cost` and not again, and a suspended request is not judged.',
  codes: {
    absorbed_cost: {
      about: 'request',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'The provider was paid, and the customer’s charge failed or was returned.',
          remedy: 'Claim the cost from the provider, or book it as the price of goodwill.',
          message: ({ name, amount, currency }) =>
            `Request ${name} left no charge with the customer, but cost ${amount} ${currency} upstream.`,
        },
      },
    },
    zero_charge_with_cost: {
      about: ['request', 'model'],
      severities: ['critical', 'info'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title:
            'A delivered request was charged nothing and cost something; info, one per model, where its price is 0.',
          remedy: 'Set a price for the model; where it is meant to be free, send an expected charge of 0.',
          message: ({ kind, name, amount, currency, cases }) =>
            kind === 'model'
              ? `Model ${name} is priced at 0, and ${counted(cases, 'request')} cost ${amount} ${currency} upstream.`
              : `Request ${name} was delivered and charged 0, but cost ${amount} ${currency} upstream.`,
        },
      },
    },
  },
  request({ suspended, sales, delivered, free, gross, net, cost, retryCost, model }, { find }) {
    if (suspended || sales.length === 0 || !isPositive(cost) || isPositive(net)) return;
    const amount = cost.minus(retryCost);
    if (!isPositive(amount)) return;
    if (!delivered || isPositive(gross)) find('absorbed_cost', { amount });
    else if (free)
      find('zero_charge_with_cost', { subject: { kind: 'model', name: model }, severity: 'info', amount });
    else find('zero_charge_with_cost', { amount });
  },
});
