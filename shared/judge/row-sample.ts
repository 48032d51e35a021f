import { isAbsent, type Native } from '../normalizer/intake/native.ts';

/** Rows of a list that are kept: two lists of one log, one of them a tenth of the other, share some of these. */
const KEPT = 100;

/** Equal rows have equal places, so two samples take the same ones. Any spread will do: here of time and quota. */
function placeOf({ created_at: time, quota }: Native): number {
  const product = Math.imul(Number(time) ^ Math.imul(Number(quota), 0x9e3779b1), 0x2c1b3c6d);
  return (product ^ (product >>> 15)) >>> 0;
}

/** What a row is told by. */
export type Key = string | number;

/**
 * Some rows of a log, the same of every list that holds them, in whatever order: whether a log is given as its own
 * bill is seen by them. A user's own list has other numbers and fewer fields than the administrator's.
 */
export class RowSample {
  readonly #nameless: (row: Native) => Key;
  #rows: { readonly place: number; readonly key: Key }[] = [];
  #last = Number.POSITIVE_INFINITY;

  /** @param nameless tells a row without a request id from those that differ in any field */
  constructor(nameless: (row: Native) => Key) {
    this.#nameless = nameless;
  }

  look(row: Native): void {
    const { request_id: id, created_at: time, quota } = row;
    const place = placeOf(row);
    if (place >= this.#last || isAbsent(time)) return;
    // No gateway upstream gives a request the same id.
    this.#rows.push({ place, key: isAbsent(id) ? this.#nameless(row) : `${id} ${time} ${quota}` });
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
