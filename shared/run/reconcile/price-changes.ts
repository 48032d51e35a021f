import type { PriceTerm } from '../../answer/words/price-change.ts';
import type { PriceChange } from '../../engine/survey/facts.ts';
import { type Price, type PriceSeen, priceText } from '../../facts.ts';
import type { LogColumns } from '../columns/log-columns.ts';

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

/**
 * How prices changed within a period, as rows say that were priced by them.
 * @param isKept which plain sales count
 * @param others what rows say that are not plain
 */
export function priceChanges(
  sales: LogColumns,
  isKept: (row: number) => boolean,
  others: readonly PriceSeen[],
  period: { start: number | undefined; end: number | undefined },
): PriceChange[] {
  const texts = [
    ...new Set([...sales.prices.texts.flatMap((text) => text ?? []), ...others.map(priceText)]),
  ].sort();
  const models = Map.groupBy(
    texts.map((text) => JSON.parse(text) as Priced),
    ({ model }) => model,
  );
  for (const [model, prices] of models)
    if (prices.length > PRICES_MAX || !mayChange(prices)) models.delete(model);
  if (models.size === 0) return [];
  const places = new Map(
    [...models.values()].flatMap((prices) => prices.map((price, i) => [priceText(price), i])),
  );
  const samples = new Map([...models.keys()].map((model): [string, number[]] => [model, []]));
  const add = (at: number, model: string, place: number): void => {
    if (isIn(at, period)) samples.get(model)?.push(at * PRICES_MAX + place);
  };
  const known = sales.prices.texts.map((text) => {
    const place = text === undefined ? undefined : places.get(text);
    return place === undefined ? undefined : { place, model: (JSON.parse(text as string) as Priced).model };
  });
  const { price, seconds, time } = sales.table.columns;
  for (let row = 0; row < sales.length; row++) {
    const seen = known[price[row] as number];
    if (seen !== undefined && isKept(row))
      add((time[row] as number) - (seconds[row] as number) * 1000, seen.model, seen.place);
  }
  for (const { at, ...priced } of others) {
    const place = places.get(priceText(priced));
    if (place !== undefined) add(at, priced.model, place);
  }
  return [...models].flatMap(([model, prices]) => {
    const course = new Course(prices, Float64Array.from(samples.get(model) ?? []));
    return TERMS.flatMap((term) => course.changes(term).map((change) => ({ model, ...change })));
  });
}
