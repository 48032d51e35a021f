import type { PriceChange } from '../../engine/survey/context.ts';
import type { ObservedPrice } from '../../log-facts.ts';
import type { PriceTerm } from '../../schemas/finding-facts.ts';
import { isCountedRow, type LogColumns } from '../columns/log-columns.ts';
import { buildPriceKey } from '../price-key.ts';

type GroupPrice = Omit<ObservedPrice, 'at'>;

/** Longest time during which two prices alternate while one replaces the other, because requests overlap. */
const OVERLAP_MS = 5000;
const VALUES_MAX = 20;
/** Most prices of one model. The index of a price is stored in the last digits of a sample. */
const PRICES_MAX = 1024;

type TimedValue = readonly [value: number, since: number];

/** Lists consecutive values with the time of their first sample. */
function listValues(samples: Iterable<TimedValue>): TimedValue[] {
  const values: TimedValue[] = [];
  let next: TimedValue | undefined;
  for (const sample of samples) {
    const [value, at] = sample;
    const current = values.at(-1);
    if (current === undefined) values.push(sample);
    else if (next === undefined) next = value === current[0] ? undefined : sample;
    else if (value === current[0] && at - next[1] <= OVERLAP_MS) next = undefined;
    else if (value !== next[0]) {
      values.push(next);
      next = sample;
    }
  }
  return next === undefined ? values : [...values, next];
}

/**
 * Lists the changes of a term of one model's prices: for all groups, if they have the same prices, otherwise by group.
 * @param samples times multiplied by `PRICES_MAX`, plus the index of their price, in order
 */
function listChanges(
  term: PriceTerm,
  prices: readonly GroupPrice[],
  samples: Float64Array,
): Omit<PriceChange, 'model'>[] {
  function* listSamples(isIncluded: (group: string | undefined) => boolean): Generator<TimedValue> {
    for (const sample of samples) {
      const { group, price } = prices[sample % PRICES_MAX] as GroupPrice;
      const value = price[term];
      if (value !== undefined && isIncluded(group)) yield [value, Math.floor(sample / PRICES_MAX)];
    }
  }
  const groups = [...new Set(prices.map(({ group }) => group))];
  const byGroup = groups.flatMap((group) => {
    const values = listValues(listSamples((other) => other === group));
    return values.length > 1 ? { ...(group !== undefined && { group }), term, values } : [];
  });
  const all = term === 'group' ? [] : listValues(listSamples(() => true));
  const changes = byGroup.reduce((sum, { values }) => sum + values.length - 1, 0);
  const found = all.length > 1 && all.length - 1 <= changes ? [{ term, values: all }] : byGroup;
  return found.map((change) => ({ ...change, values: change.values.slice(0, VALUES_MAX) }));
}

const TERMS: readonly PriceTerm[] = ['input', 'output', 'call', 'group'];

/** Returns whether some term has two values; the group ratio, within one group. */
const mayChange = (prices: readonly GroupPrice[]): boolean =>
  TERMS.some((term) => {
    const groups = term === 'group' ? Map.groupBy(prices, ({ group }) => group).values() : [prices];
    return [...groups].some((ofGroup) => new Set(ofGroup.flatMap(({ price }) => price[term] ?? [])).size > 1);
  });

/** Collects the start times of requests within the period, by text of the price. */
function collectTimes(
  sales: LogColumns,
  others: readonly ObservedPrice[],
  isInPeriod: (timeMs: number) => boolean,
  texts: Iterable<string>,
): ReadonlyMap<string, ReadonlySet<number>> {
  // Sets stay small, because gateways write times in whole seconds, so many rows have the same time.
  const times = new Map([...texts].map((text) => [text, new Set<number>()]));
  const timesByNumber = sales.prices.texts.map((text) => text && times.get(text));
  const { price, seconds, time } = sales.table.columns;
  for (let row = 0; row < sales.length && times.size > 0; row++) {
    const ofPrice = timesByNumber[price[row] as number];
    if (!ofPrice || !isCountedRow(sales, row)) continue;
    const at = (time[row] as number) - (seconds[row] as number) * 1000;
    if (isInPeriod(at)) ofPrice.add(at);
  }
  for (const { at, ...priced } of others) if (isInPeriod(at)) times.get(buildPriceKey(priced))?.add(at);
  return times;
}

/**
 * Finds changes of the gateway's prices within a period, by the prices that log rows in columns and `others` contain.
 */
export function findPriceChanges(
  sales: LogColumns,
  others: readonly ObservedPrice[],
  isInPeriod: (timeMs: number) => boolean,
): PriceChange[] {
  const texts = [...sales.prices.texts.flatMap((text) => text ?? []), ...others.map(buildPriceKey)];
  const allPrices = [...new Set(texts)].sort().map((text): GroupPrice => JSON.parse(text));
  const models = [...Map.groupBy(allPrices, ({ model }) => model)].filter(
    ([, prices]) => prices.length <= PRICES_MAX && mayChange(prices),
  );
  const times = collectTimes(
    sales,
    others,
    isInPeriod,
    models.flatMap(([, prices]) => prices.map(buildPriceKey)),
  );
  return models.flatMap(([model, prices]) => {
    const samples = prices.flatMap((price, index) =>
      [...(times.get(buildPriceKey(price)) ?? [])].map((at) => at * PRICES_MAX + index),
    );
    const sorted = Float64Array.from(samples).sort();
    return TERMS.flatMap((term) => listChanges(term, prices, sorted)).map((change) => ({ model, ...change }));
  });
}
