import { compare, type Decimal } from '../../money.ts';
import { byCodeUnit } from '../rows/order.ts';
import type { Monoid } from './monoid.ts';

type Entry<TTally> = readonly [name: string, tally: TTally];

/** The largest of some named tallies: as many as are kept, whatever the number that was added. */
export class Largest<TTally> {
  readonly #max: number;
  readonly #compare: (a: Entry<TTally>, b: Entry<TTally>) => number;
  #entries: Entry<TTally>[] = [];

  constructor(max: number, sizeOf: (tally: TTally) => Decimal) {
    this.#max = max;
    this.#compare = ([nameA, a], [nameB, b]) => compare(sizeOf(b), sizeOf(a)) || byCodeUnit(nameA, nameB);
  }

  /** @param name of which there is one tally only, whole */
  add(name: string, tally: TTally): void {
    if (this.#entries.push([name, tally]) >= 2 * this.#max) this.#cut();
  }

  /** The largest first, equal ones by name. */
  get entries(): readonly Entry<TTally>[] {
    this.#cut();
    return this.#entries;
  }

  #cut(): void {
    this.#entries = this.#entries.sort(this.#compare).slice(0, this.#max);
  }
}

/** Keeps the largest of named tallies. */
export const largest = <TTally, TWire>(
  max: number,
  monoid: Monoid<TTally, TWire>,
  sizeOf: (tally: TTally) => Decimal,
): Monoid<Largest<TTally>, [string, TWire][]> => ({
  empty: () => new Largest(max, sizeOf),
  merge: (into, other) => {
    for (const [name, tally] of other.entries) into.add(name, tally);
  },
  pack: ({ entries }) => entries.map(([name, tally]) => [name, monoid.pack(tally)]),
  unpack: (wire) => {
    const some = new Largest(max, sizeOf);
    for (const [name, packed] of wire) some.add(name, monoid.unpack(packed));
    return some;
  },
});
