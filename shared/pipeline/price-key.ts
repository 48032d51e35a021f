import type { ObservedPrice } from '../log-facts.ts';

/** Builds a key of a price: equal for equal prices of the same model and customer group. */
export const buildPriceKey = ({
  model,
  group,
  price: { input, output, call, group: groupRatio },
}: Omit<ObservedPrice, 'at'>): string =>
  JSON.stringify({ model, group, price: { input, output, call, group: groupRatio } });
