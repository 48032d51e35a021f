import { asNumber, isAbsent, type Native } from '../normalizer/intake/native.ts';

/** Rows of a list that are kept: two lists of one log, one of them a tenth of the other, share some of these. */
const KEPT = 100;

/** What a row is told by. */
export type Key = string | number;

/** Some of what is added, the same of every list that holds it, in whatever order. */
export class Sample {
  #kept: { readonly place: number; readonly key: Key }[] = [];
  #last = Number.POSITIVE_INFINITY;

  /** @param place a number that equal keys share and others hardly do: the least are kept */
  add(place: number, key: Key): void {
    if (!this.takes(place)) return;
    this.#kept.push({ place, key });
    if (this.#kept.length > 2 * KEPT) this.#cut();
  }

  takes(place: number): boolean {
    return place < this.#last;
  }

  #cut(): void {
    this.#kept = this.#kept.sort((a, b) => a.place - b.place).slice(0, KEPT);
    this.#last = this.#kept[KEPT - 1]?.place ?? this.#last;
  }

  get keys(): Key[] {
    this.#cut();
    return this.#kept.map(({ key }) => key);
  }
}

/** Any spread will do: here of time and quota. */
function placeOf({ created_at: time, quota }: Native): number {
  const product = Math.imul(asNumber(time) ^ Math.imul(asNumber(quota), 0x9e3779b1), 0x2c1b3c6d);
  return (product ^ (product >>> 15)) >>> 0;
}

/** Some rows of a log: whether it is given as its own bill is seen by them. */
export class RowSample {
  readonly #keyOf: (row: Native) => Key;
  readonly #rows = new Sample();

  /** @param keyOf tells a row from those that differ in any field */
  constructor(keyOf: (row: Native) => Key) {
    this.#keyOf = keyOf;
  }

  look(row: Native): void {
    const place = placeOf(row);
    if (this.#rows.takes(place) && !isAbsent(row.created_at)) this.#rows.add(place, this.#keyOf(row));
  }

  get keys(): Key[] {
    return this.#rows.keys;
  }
}
