import { Sum } from '../../money/sum.ts';

/** Creates an empty accumulator, which is updated in place: a count, a sum, or a combination of them. */
export type Factory<T> = () => T;
/** Type of the accumulators that a factory creates. */
export type Accumulator<TMaker> = TMaker extends Factory<infer T> ? T : never;

/** A number that is increased in place. */
export interface Count {
  value: number;
}
/** Creates a count of 0. */
export const count = (): Count => ({ value: 0 });

/** Creates an exact sum of 0. */
export const sum = (): Sum => new Sum();

/** The smallest or largest of some numbers; `undefined` if there is none. */
class Extreme {
  value: number | undefined = undefined;
  readonly #exceeds: (a: number, b: number) => boolean;

  constructor(exceeds: (a: number, b: number) => boolean) {
    this.#exceeds = exceeds;
  }

  add(value: number): void {
    if (this.value === undefined || this.#exceeds(value, this.value)) this.value = value;
  }
}
const isLess = (a: number, b: number): boolean => a < b;
const isGreater = (a: number, b: number): boolean => a > b;
/** Creates an accumulator of the smallest number added. */
export const least = (): Extreme => new Extreme(isLess);
/** Creates an accumulator of the largest number added. */
export const greatest = (): Extreme => new Extreme(isGreater);

/** A map with one accumulator per key. */
export class Keyed<T> extends Map<string, T> {
  readonly #make: Factory<T>;

  constructor(make: Factory<T>) {
    super();
    this.#make = make;
  }

  /** Returns the accumulator of a key, created on first use. */
  at(key: string): T {
    let entry = this.get(key);
    if (entry === undefined) {
      entry = this.#make();
      this.set(key, entry);
    }
    return entry;
  }
}
/** Creates a map with one accumulator per key, such as a sum by model: `byKey(sum)`. */
export const byKey =
  <T>(make: Factory<T>): Factory<Keyed<T>> =>
  () =>
    new Keyed(make);

/** Creates an object with one accumulator per name: `fields({ requests: count, cost: sum })`. */
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
