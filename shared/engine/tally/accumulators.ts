import { Sum } from '../../money/sum.ts';
import { TimeRange } from '../survey/ledger-span.ts';

/** Function that creates an empty accumulator, to which values are added: a count, a sum, or a group of them. */
export type Factory<T> = () => T;
/** Type of the accumulators that a factory creates. */
export type Accumulator<TMaker> = TMaker extends Factory<infer T> ? T : never;

/** A number that is increased in place. */
export interface Count {
  value: number;
}
/** Creates a count, which starts at 0. */
export const count = (): Count => ({ value: 0 });

/** Creates an exact sum, which starts at 0. */
export const sum = (): Sum => new Sum();

/** The smallest or largest of some numbers; `undefined` if there is none. */
class Extreme {
  value: number | undefined = undefined;
  readonly #sign: 1 | -1;

  /** @param sign 1 for the largest, -1 for the smallest */
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(value: number): void {
    if (this.value === undefined || this.#sign * (value - this.value) > 0) this.value = value;
  }
}
/** Creates an accumulator whose `value` is the smallest number added; `undefined` if none was. */
export const least = (): Extreme => new Extreme(-1);
/** Creates an accumulator whose `value` is the largest number added; `undefined` if none was. */
export const greatest = (): Extreme => new Extreme(1);

/** Creates an accumulator of the first and last of the times added. */
export const timeRange = (): TimeRange => new TimeRange();

/** A map with one accumulator per key, such as a sum for each model. */
export class AccumulatorMap<T> extends Map<string, T> {
  readonly #make: Factory<T>;

  /** @param make creates the accumulator of a key */
  constructor(make: Factory<T>) {
    super();
    this.#make = make;
  }

  /** Returns the accumulator of a key. Creates it if the map does not have it yet. */
  at(key: string): T {
    let entry = this.get(key);
    if (entry === undefined) {
      entry = this.#make();
      this.set(key, entry);
    }
    return entry;
  }
}
/** Builds a factory of maps with one accumulator per key: `byKey(sum)` for sums by model. */
export const byKey =
  <T>(make: Factory<T>): Factory<AccumulatorMap<T>> =>
  () =>
    new AccumulatorMap(make);

/** Builds a factory of objects with one accumulator per name: `fields({ requests: count, cost: sum })`. */
export function fields<TMakers extends Record<string, Factory<unknown>>>(
  makers: TMakers,
): Factory<{ [TName in keyof TMakers]: Accumulator<TMakers[TName]> }> {
  const names = Object.keys(makers);
  return () => {
    // Copy an object that has all fields, which is faster than adding them: there may be an accumulator for each row.
    const made: Record<string, unknown> = { ...makers };
    for (const name of names) made[name] = makers[name]?.();
    return made as never;
  };
}
