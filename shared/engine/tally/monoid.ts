import { Sum } from '../../money/sum.ts';
import { decimal, plain } from '../../money.ts';

/**
 * What tallies are composed of. A monoid makes tallies of one kind: a tally starts empty, is updated in place by
 * the check that owns it, merges with the same tally of another shard, and survives JSON. Merging is associative
 * and commutative: the sums are exact, and what is bounded is bounded by a total order.
 */
export interface Monoid<TTally, TWire = unknown> {
  empty(): TTally;
  /** Adds `other` into `into`; `other` may be used no more. */
  merge(into: TTally, other: TTally): void;
  pack(tally: TTally): TWire;
  unpack(wire: TWire): TTally;
}

export interface Count {
  value: number;
}
export const count: Monoid<Count, number> = {
  empty: () => ({ value: 0 }),
  merge: (into, other) => {
    into.value += other.value;
  },
  pack: (tally) => tally.value,
  unpack: (value) => ({ value }),
};

/** An exact sum; decimals travel as text. */
export const sum: Monoid<Sum, string> = {
  empty: () => new Sum(),
  merge: (into, other) => into.add(other.value),
  pack: (tally) => plain(tally.value),
  unpack: (text) => new Sum(decimal(text)),
};

/** The least of some numbers, or the greatest; `undefined` of none. */
export interface Extreme {
  value: number | undefined;
  add(value: number): void;
}
const extreme = (exceeds: (a: number, b: number) => boolean): Monoid<Extreme, number | null> => {
  const of = (value: number | undefined): Extreme => ({
    value,
    add(other) {
      if (this.value === undefined || exceeds(other, this.value)) this.value = other;
    },
  });
  return {
    empty: () => of(undefined),
    merge: (into, { value }) => {
      if (value !== undefined) into.add(value);
    },
    pack: ({ value }) => value ?? null,
    unpack: (value) => of(value ?? undefined),
  };
};
export const least = extreme((a, b) => a < b);
export const greatest = extreme((a, b) => a > b);

/** A tally that is made when something is added to it: where most have nothing, none is made for them. */
export interface Maybe<TTally> {
  value: TTally | undefined;
}
export const maybe = <TTally, TWire>(monoid: Monoid<TTally, TWire>): Monoid<Maybe<TTally>, TWire | null> => ({
  empty: () => ({ value: undefined }),
  merge: (into, { value }) => {
    if (into.value === undefined) into.value = value;
    else if (value !== undefined) monoid.merge(into.value, value);
  },
  pack: ({ value }) => (value === undefined ? null : monoid.pack(value)),
  unpack: (wire) => ({ value: wire === null ? undefined : monoid.unpack(wire) }),
});

/** One tally per key. Keys come from the user: a Map in memory, an array of entries on the wire. */
export class Keyed<TTally> extends Map<string, TTally> {
  readonly monoid: Monoid<TTally>;
  constructor(monoid: Monoid<TTally>) {
    super();
    this.monoid = monoid;
  }
  at(key: string): TTally {
    let tally = this.get(key);
    if (tally === undefined) {
      tally = this.monoid.empty();
      this.set(key, tally);
    }
    return tally;
  }
  /** Adds a tally to that of the key, which it becomes where there is none; `more` may be used no more. */
  add(key: string, more: TTally): void {
    const known = this.get(key);
    if (known === undefined) this.set(key, more);
    else this.monoid.merge(known, more);
  }
  addPacked(key: string, wire: unknown): void {
    this.add(key, this.monoid.unpack(wire));
  }
}
export const byKey = <TTally, TWire>(
  monoid: Monoid<TTally, TWire>,
): Monoid<Keyed<TTally>, [string, TWire][]> => ({
  empty: () => new Keyed(monoid as Monoid<TTally>),
  merge: (into, other) => {
    for (const [key, tally] of other) into.add(key, tally);
  },
  pack: (keyed) => [...keyed].map(([key, tally]) => [key, monoid.pack(tally)]),
  unpack: (entries) => {
    const keyed = new Keyed(monoid as Monoid<TTally>);
    for (const [key, wire] of entries) keyed.set(key, monoid.unpack(wire));
    return keyed;
  },
});

// biome-ignore lint/suspicious/noExplicitAny: a tally is whatever its monoid makes of it
type AnyMonoid = Monoid<any, any>;
export type TallyOf<TMonoid> = TMonoid extends Monoid<infer TTally, infer _> ? TTally : never;
type Tallies<TMonoids> = { [TName in keyof TMonoids]: TallyOf<TMonoids[TName]> };
type Wires<TMonoids> = {
  [TName in keyof TMonoids]: TMonoids[TName] extends Monoid<infer _, infer TWire> ? TWire : never;
};

/** Several monoids under fixed names. */
export function fields<TMonoids extends Record<string, AnyMonoid>>(
  monoids: TMonoids,
): Monoid<Tallies<TMonoids>, Wires<TMonoids>> {
  const names = Object.keys(monoids);
  const each = (make: (monoid: AnyMonoid, name: string) => unknown) => {
    // A copy of what has all fields already: there may be a line for each row.
    const made: Record<string, unknown> = { ...monoids };
    for (const name of names) made[name] = make(monoids[name] as AnyMonoid, name);
    return made as never;
  };
  return {
    empty: () => each((monoid) => monoid.empty()),
    merge: (into, other) => {
      for (const name of names) (monoids[name] as AnyMonoid).merge(into[name], other[name]);
    },
    pack: (tally) => each((monoid, name) => monoid.pack(tally[name])),
    unpack: (wire) => each((monoid, name) => monoid.unpack(wire[name])),
  };
}
