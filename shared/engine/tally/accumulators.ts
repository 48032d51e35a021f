import { Sum } from '../../money/sum.ts';

/** Makes an empty accumulator: a count, a sum, or several of them, which are updated in place. */
export type Factory<T> = () => T;
export type Accumulator<TMaker> = TMaker extends Factory<infer T> ? T : never;

export interface Count {
  value: number;
}
export const count = (): Count => ({ value: 0 });

/** An exact sum. */
export const sum = (): Sum => new Sum();

/** The least of some numbers, or the greatest; `undefined` of none. */
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
export const least = (): Extreme => new Extreme(isLess);
export const greatest = (): Extreme => new Extreme(isGreater);

/** An accumulator that is made when something is added to it: where most have nothing, none is made for them. */
export class Lazy<T> {
  value: T | undefined = undefined;
  readonly #make: Factory<T>;

  constructor(make: Factory<T>) {
    this.#make = make;
  }

  getOrCreate(): T {
    this.value ??= this.#make();
    return this.value;
  }
}
export const lazy =
  <T>(make: Factory<T>): Factory<Lazy<T>> =>
  () =>
    new Lazy(make);

/** One accumulator for each key. */
export class Keyed<T> extends Map<string, T> {
  readonly #make: Factory<T>;

  constructor(make: Factory<T>) {
    super();
    this.#make = make;
  }

  at(key: string): T {
    let known = this.get(key);
    if (known === undefined) {
      known = this.#make();
      this.set(key, known);
    }
    return known;
  }
}
export const byKey =
  <T>(make: Factory<T>): Factory<Keyed<T>> =>
  () =>
    new Keyed(make);

/** Several accumulators under fixed names. */
export function fields<TMakers extends Record<string, Factory<unknown>>>(
  makers: TMakers,
): Factory<{ [TName in keyof TMakers]: Accumulator<TMakers[TName]> }> {
  const names = Object.keys(makers);
  return () => {
    // A copy of an object that has all fields is faster than adding them: there may be a line for each row.
    const made: Record<string, unknown> = { ...makers };
    for (const name of names) made[name] = makers[name]?.();
    return made as never;
  };
}
