import { compare, exceeds, isPositive } from '../../money.ts';
import { distinctSales } from '../rows/copies.ts';
import { QUOTA } from '../survey/context.ts';
import { check, counted } from './check.ts';

/** The customer pays the price that was agreed. */
export const price = check({
  id: 'price',
  invariant:
    'A delivered or refunded row charges its expected charge, to within one quota unit (0.000002); what lies within is added up, with its sign, in one finding. Copies are looked at once.',
  codes: {
    price_overcharge: {
      about: 'request',
      severities: ['critical'],
      words: {
        en: {
          title: 'A request was charged more than its price snapshot says.',
          remedy: 'Return the difference, and look for a price or ratio that changed without a new snapshot.',
          message: ({ name, amounts, amount, currency }) =>
            `Request ${name} was charged ${amounts.charged} instead of ${amounts.expected} ${currency}, ${amount} too much.`,
        },
      },
    },
    price_undercharge: {
      about: 'request',
      severities: ['warning'],
      words: {
        en: {
          title: 'A request was charged less than its price snapshot says.',
          remedy:
            'Look for a price or ratio that changed without a new snapshot, and for discounts it does not know.',
          message: ({ name, amounts, amount, currency }) =>
            `Request ${name} was charged ${amounts.charged} instead of ${amounts.expected} ${currency}, ${amount} too little.`,
        },
      },
    },
    price_rounding: {
      about: 'ledger',
      severities: ['info'],
      signed: true,
      words: {
        en: {
          title: 'Charges differ from their price snapshots by at most one quota unit each.',
          remedy: 'Nothing to do: quota units round, and this is what it comes to.',
          message: ({ cases, amounts, currency }) =>
            `Rounding of at most 0.000002 against the price snapshot moved ${counted(cases, 'charge')} by ${amounts.drift} ${currency} in all.`,
        },
      },
    },
  },
  request({ sales }, { find }) {
    for (const { gross, expected, status } of distinctSales(sales)) {
      if (expected === undefined || status === 'failed') continue;
      if (compare(gross, expected) === 0) continue;
      const drift = gross.minus(expected);
      const size = drift.abs();
      const amounts = { charged: gross, expected };
      if (exceeds(size, QUOTA))
        find(isPositive(drift) ? 'price_overcharge' : 'price_undercharge', { amount: size, amounts });
      else
        find('price_rounding', {
          subject: { kind: 'ledger', name: 'downstreamUsage' },
          amount: drift,
          amounts: { drift },
        });
    }
  },
});
