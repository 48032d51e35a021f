import { decimal, plain, Sum } from '../../money.ts';

/**
 * The parts a tally is composed of. A part starts empty, is updated in place by the check that owns it, merges
 * with the same part of another shard, and survives JSON. Merging is associative and commutative: the sums are
 * exact, and what is bounded is bounded by a total order.
 */
export interface Part<TBox, TWire = unknown> {
  empty(): TBox;
  /** Adds `other` into `into`; `other` may be used no more. */
  merge(into: TBox, other: TBox): void;
  pack(box: TBox): TWire;
  unpack(wire: TWire): TBox;
}

export interface Count {
  value: number;
}
export const count: Part<Count, number> = {
  empty: () => ({ value: 0 }),
  merge: (into, other) => {
    into.value += other.value;
  },
  pack: (box) => box.value,
  unpack: (value) => ({ value }),
};

/** An exact sum; decimals travel as text. */
export const sum: Part<Sum, string> = {
  empty: () => new Sum(),
  merge: (into, other) => into.add(other.value),
  pack: (box) => plain(box.value),
  unpack: (text) => new Sum(decimal(text)),
};

/** One box per key. Keys come from the user: a Map in memory, an array of entries on the wire. */
export class Keyed<TBox> extends Map<string, TBox> {
  readonly part: Part<TBox>;
  constructor(part: Part<TBox>) {
    super();
    this.part = part;
  }
  at(key: string): TBox {
    let box = this.get(key);
    if (box === undefined) {
      box = this.part.empty();
      this.set(key, box);
    }
    return box;
  }
}
export const byKey = <TBox, TWire>(part: Part<TBox, TWire>): Part<Keyed<TBox>, [string, TWire][]> => ({
  empty: () => new Keyed(part as Part<TBox>),
  merge: (into, other) => {
    for (const [key, box] of other) {
      const known = into.get(key);
      if (known === undefined) into.set(key, box);
      else part.merge(known, box);
    }
  },
  pack: (box) => [...box].map(([key, value]) => [key, part.pack(value)]),
  unpack: (entries) => {
    const box = new Keyed(part as Part<TBox>);
    for (const [key, wire] of entries) box.set(key, part.unpack(wire));
    return box;
  },
});

// biome-ignore lint/suspicious/noExplicitAny: a box is whatever its part makes of it
type AnyPart = Part<any, any>;
export type BoxOf<TPart> = TPart extends Part<infer TBox, infer _> ? TBox : never;
type Boxes<TParts> = { [TName in keyof TParts]: BoxOf<TParts[TName]> };

/** Several parts under fixed names. */
export function fields<TParts extends Record<string, AnyPart>>(parts: TParts): Part<Boxes<TParts>> {
  const names = Object.keys(parts);
  const each = (make: (part: AnyPart, name: string) => unknown) =>
    Object.fromEntries(names.map((name) => [name, make(parts[name] as AnyPart, name)])) as never;
  return {
    empty: () => each((part) => part.empty()),
    merge: (into, other) => {
      for (const name of names) (parts[name] as AnyPart).merge(into[name], other[name]);
    },
    pack: (box) => each((part, name) => part.pack(box[name])),
    unpack: (wire) => each((part, name) => part.unpack((wire as Record<string, unknown>)[name])),
  };
}
