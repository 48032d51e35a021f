import { asNumber, isAbsent, type Native } from '../normalizer/intake/native.ts';

/** Rows of a list that are kept: two lists of one log, one of them a tenth of the other, share some of these. */
const KEPT = 100;

/** Equal rows have equal places, so two samples take the same ones. Any spread will do: here of time and quota. */
function placeOf({ created_at: time, quota }: Native): number {
  const product = Math.imul(asNumber(time) ^ Math.imul(asNumber(quota), 0x9e3779b1), 0x2c1b3c6d);
  return (product ^ (product >>> 15)) >>> 0;
}

/** What a row is told by. */
export type Key = string | number;

/**
 * Some rows of a log, the same of every list that holds them, in whatever order: whether a log is given as its own
 * bill is seen by them.
 */
export class RowSample {
  readonly #keyOf: (row: Native) => Key;
  #rows: { readonly place: number; readonly key: Key }[] = [];
  #last = Number.POSITIVE_INFINITY;

  /** @param keyOf tells a row from those that differ in any field */
  constructor(keyOf: (row: Native) => Key) {
    this.#keyOf = keyOf;
  }

  look(row: Native): void {
    const place = placeOf(row);
    if (place >= this.#last || isAbsent(row.created_at)) return;
    this.#rows.push({ place, key: this.#keyOf(row) });
    if (this.#rows.length > 2 * KEPT) this.#cut();
  }

  #cut(): void {
    this.#rows = this.#rows.sort((a, b) => a.place - b.place).slice(0, KEPT);
    this.#last = this.#rows[KEPT - 1]?.place ?? this.#last;
  }

  get keys(): Key[] {
    this.#cut();
    return this.#rows.map(({ key }) => key);
  }
}
