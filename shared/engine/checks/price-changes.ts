import { toLocalHour } from '../tally/totals/local-hour.ts';
import { check, code } from './check.ts';

/**
 * Reports price changes within the period, because purchase prices may have to follow.
 *
 * Invariant: The log records the ratios and prices of each request. If those of a model changed within the period, all
 * of them are listed, each with the time at which it was first used; by group if the groups differ.
 */
export const priceChanges = check({
  id: 'price-changes',
  codes: {
    price_changed: code(['model', 'pair'], ['info'], null),
  },
  conclude({ find, context }) {
    const byLine = Map.groupBy(context.priceChanges, ({ model, group }) => JSON.stringify([model, group]));
    for (const changes of byLine.values()) {
      const { model = '', group } = changes[0] ?? {};
      find('price_changed', {
        subject:
          group === undefined ? { kind: 'model', name: model } : { kind: 'pair', name: [model, group] },
        names: { model },
        days: changes.flatMap(({ values }) =>
          values.slice(1).map(([, since]) => toLocalHour(since, context).day),
        ),
        counts: { changes: changes.reduce((sum, { values }) => sum + values.length - 1, 0) },
        reasons: {
          changes: changes.map(({ term, values }) => ({ term, values })),
          ...(context.timeZone !== 'UTC' && { timeZone: context.timeZone }),
        },
      });
    }
  },
});
