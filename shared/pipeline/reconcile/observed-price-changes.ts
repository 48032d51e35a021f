import type { PriceChange } from '../../engine/survey/input-facts.ts';
import { buildPriceKey, type ObservedPrice, type Price } from '../../log-facts.ts';
import type { PriceTerm } from '../../schemas/finding-facts.ts';
import { type LogColumns, survives } from '../columns/log-columns.ts';

type GroupPrice = Omit<ObservedPrice, 'at'>;

/** Rows are dated by the second, and requests overlap: so long may two prices alternate where one takes over. */
const OVERLAP_MS = 5000;
/** Values of a term that are told. */
const VALUES_MAX = 20;
/** Prices of one model that are told apart; a number below this stands in the last digits of an instant. */
const PRICES_MAX = 1024;

type TimedValue = readonly [value: number, since: number];

/** The values that follow each other, each with the first time that it stood. */
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

/** What one model cost, request by request, in order of time. */
class PriceHistory {
  readonly #prices: readonly GroupPrice[];
  readonly #samples: Float64Array;

  /** @param samples instants, each times `PRICES_MAX` and with the place of its price added */
  constructor(prices: readonly GroupPrice[], samples: Float64Array) {
    this.#prices = prices;
    this.#samples = samples.sort();
  }

  *#values(term: keyof Price, isMeant: (group: string | undefined) => boolean): Generator<TimedValue> {
    for (const sample of this.#samples) {
      const { group, price } = this.#prices[sample % PRICES_MAX] as GroupPrice;
      const value = price[term];
      if (value !== undefined && isMeant(group)) yield [value, Math.floor(sample / PRICES_MAX)];
    }
  }

  /** A term of one value has no changes. */
  #follow(term: PriceTerm, isMeant: (group: string | undefined) => boolean): readonly TimedValue[] {
    const values = listValues(this.#values(term, isMeant));
    return values.length > 1 ? values : [];
  }

  /** Changes of a term for all groups together, where they see the same; else those that each of them sees. */
  changes(term: PriceTerm): Omit<PriceChange, 'model'>[] {
    const groups = [...new Set(this.#prices.map(({ group }) => group))];
    const own = groups.flatMap((group) => {
      const values = this.#follow(term, (other) => other === group);
      return values.length > 0 ? [{ ...(group !== undefined && { group }), term, values }] : [];
    });
    const told = (change: Omit<PriceChange, 'model'>) => ({
      ...change,
      values: change.values.slice(0, VALUES_MAX),
    });
    const all = term === 'group' ? [] : this.#follow(term, () => true);
    const seen = own.reduce((sum, { values }) => sum + values.length - 1, 0);
    return all.length > 1 && all.length - 1 <= seen ? [told({ term, values: all })] : own.map(told);
  }
}

const TERMS: readonly PriceTerm[] = ['input', 'output', 'call', 'group'];

/** Whether some term has two values, for any group or, where it is the group's own, for one. */
const mayChange = (prices: readonly GroupPrice[]): boolean =>
  TERMS.some((term) => {
    const groups = term === 'group' ? Map.groupBy(prices, ({ group }) => group).values() : [prices];
    return [...groups].some((own) => new Set(own.flatMap(({ price }) => price[term] ?? [])).size > 1);
  });

type PeriodEnds = Readonly<Record<'start' | 'end', number | undefined>>;
const isWithinPeriod = (at: number, { start, end }: PeriodEnds): boolean =>
  (start === undefined || at >= start) && (end === undefined || at < end);

const parsePriceKey = (text: string): GroupPrice => JSON.parse(text) as GroupPrice;

/** The models whose prices may have changed: each with its prices, in the order of their texts. */
const findChangingModels = (
  texts: Iterable<string>,
): (readonly [model: string, prices: readonly GroupPrice[]])[] =>
  [...Map.groupBy([...new Set(texts)].sort().map(parsePriceKey), ({ model }) => model)].filter(
    ([, prices]) => prices.length <= PRICES_MAX && mayChange(prices),
  );

/** When requests of each price began within a period, each instant once; by the price's text. */
function collectTimes(
  sales: LogColumns,
  others: readonly ObservedPrice[],
  period: PeriodEnds,
  texts: Iterable<string>,
): ReadonlyMap<string, ReadonlySet<number>> {
  // Gateways date by the second: of one price there are fewer instants than rows.
  const times = new Map([...texts].map((text) => [text, new Set<number>()]));
  const known = sales.prices.texts.map((text) => text && times.get(text));
  const { price, seconds, time } = sales.table.columns;
  for (let row = 0; row < sales.length && times.size > 0; row++) {
    const own = known[price[row] as number];
    if (!own || !survives(sales, row)) continue;
    const at = (time[row] as number) - (seconds[row] as number) * 1000;
    if (isWithinPeriod(at, period)) own.add(at);
  }
  for (const { at, ...priced } of others)
    if (isWithinPeriod(at, period)) times.get(buildPriceKey(priced))?.add(at);
  return times;
}

/**
 * How prices changed within a period, as rows say that were priced by them.
 * @param others what rows say that are not plain
 */
export function findPriceChanges(
  sales: LogColumns,
  others: readonly ObservedPrice[],
  period: PeriodEnds,
): PriceChange[] {
  const texts = [...sales.prices.texts.flatMap((text) => text ?? []), ...others.map(buildPriceKey)];
  const models = findChangingModels(texts);
  const times = collectTimes(
    sales,
    others,
    period,
    models.flatMap(([, prices]) => prices.map(buildPriceKey)),
  );
  return models.flatMap(([model, prices]) => {
    const samples = prices.flatMap((priced, place) =>
      [...(times.get(buildPriceKey(priced)) ?? [])].map((at) => at * PRICES_MAX + place),
    );
    const course = new PriceHistory(prices, Float64Array.from(samples));
    return TERMS.flatMap((term) => course.changes(term).map((change) => ({ model, ...change })));
  });
}
