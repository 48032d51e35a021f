import type { PriceTerm } from '../../answer/words/price-change.ts';
import type { PriceChange } from '../../engine/survey/facts.ts';
import { type Price, type PriceSeen, priceText } from '../../facts.ts';
import { isKept, type LogColumns } from '../columns/log-columns.ts';

type Priced = Omit<PriceSeen, 'at'>;

/** Rows are dated by the second, and requests overlap: so long may two prices alternate where one takes over. */
const OVERLAP_MS = 5000;
/** Values of a term that are told. */
const VALUES_MAX = 20;
/** Prices of one model that are told apart; a number below this stands in the last digits of an instant. */
const PRICES_MAX = 1024;

type Value = readonly [value: number, since: number];

/** The values that follow each other, each with the first time that it stood. */
function follow(samples: Iterable<Value>): Value[] {
  const values: Value[] = [];
  let next: Value | undefined;
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
class Course {
  readonly #prices: readonly Priced[];
  readonly #samples: Float64Array;

  /** @param samples instants, each times `PRICES_MAX` and with the place of its price added */
  constructor(prices: readonly Priced[], samples: Float64Array) {
    this.#prices = prices;
    this.#samples = samples.sort();
  }

  *#values(term: keyof Price, isMeant: (group: string | undefined) => boolean): Generator<Value> {
    for (const sample of this.#samples) {
      const { group, price } = this.#prices[sample % PRICES_MAX] as Priced;
      const value = price[term];
      if (value !== undefined && isMeant(group)) yield [value, Math.floor(sample / PRICES_MAX)];
    }
  }

  /** A term of one value has no changes. */
  #follow(term: PriceTerm, isMeant: (group: string | undefined) => boolean): readonly Value[] {
    const values = follow(this.#values(term, isMeant));
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
const mayChange = (prices: readonly Priced[]): boolean =>
  TERMS.some((term) => {
    const groups = term === 'group' ? Map.groupBy(prices, ({ group }) => group).values() : [prices];
    return [...groups].some((own) => new Set(own.flatMap(({ price }) => price[term] ?? [])).size > 1);
  });

const isIn = (at: number, { start, end }: { start: number | undefined; end: number | undefined }): boolean =>
  (start === undefined || at >= start) && (end === undefined || at < end);

/** When requests of a price began, each instant once; by the price's text, which may come again. Plain JSON that adds up. */
export type PriceTimes = readonly (readonly [price: string, times: readonly number[]])[];

const pricedAs = (text: string): Priced => JSON.parse(text) as Priced;

const byModel = (texts: Iterable<string>): Map<string, Priced[]> =>
  Map.groupBy([...texts].sort().map(pricedAs), ({ model }) => model);

/** The models that had several prices. @param texts all prices that were seen */
export const changingModels = (texts: Iterable<string>): string[] =>
  [...byModel(texts)]
    .filter(([, prices]) => prices.length <= PRICES_MAX && mayChange(prices))
    .map(([model]) => model);

/**
 * When requests of each price began within a period, as rows say that were priced by it.
 * @param others what rows say that are not plain
 * @param models whose prices may have changed: nobody asks of others
 */
export function priceTimes(
  sales: LogColumns,
  others: readonly PriceSeen[],
  period: { start: number | undefined; end: number | undefined },
  models: ReadonlySet<string>,
): PriceTimes {
  // Gateways date by the second: of one price there are fewer instants than rows.
  const times = new Map<string, Set<number>>();
  const timesOf = (text: string, model: string): Set<number> | undefined => {
    if (!models.has(model)) return undefined;
    const known = times.get(text) ?? new Set();
    times.set(text, known);
    return known;
  };
  const known = sales.prices.texts.map((text) => text && timesOf(text, pricedAs(text).model));
  const { price, seconds, time } = sales.table.columns;
  for (let row = 0; row < sales.length && times.size > 0; row++) {
    const own = known[price[row] as number];
    if (!own || !isKept(sales, row)) continue;
    const at = (time[row] as number) - (seconds[row] as number) * 1000;
    if (isIn(at, period)) own.add(at);
  }
  for (const { at, ...priced } of others) {
    const own = timesOf(priceText(priced), priced.model);
    if (isIn(at, period)) own?.add(at);
  }
  return [...times].map(([text, own]) => [text, [...own]]);
}

/** How prices changed within a period. */
export function priceChanges(times: PriceTimes): PriceChange[] {
  const timesOf = Map.groupBy(times, ([text]) => text);
  const models = new Set(changingModels(timesOf.keys()));
  return [...byModel(timesOf.keys())].flatMap(([model, prices]) => {
    if (!models.has(model)) return [];
    const samples = prices.flatMap((priced, place) =>
      (timesOf.get(priceText(priced)) ?? []).flatMap(([, own]) => own.map((at) => at * PRICES_MAX + place)),
    );
    const course = new Course(prices, Float64Array.from(samples));
    return TERMS.flatMap((term) => course.changes(term).map((change) => ({ model, ...change })));
  });
}
