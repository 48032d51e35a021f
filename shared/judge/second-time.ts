import type { Native } from '../normalizer/intake/native.ts';

/** So many rows make a list; fewer may be alike by chance. */
const ROWS_MIN = 5;
/** Rows that are compared: a list that begins again goes on. */
const ROWS_COMPARED = 20;
/** Rows with an id are one row, however often they stand there. */
const IDS = ['id', 'request_id'];

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

function areEqual(row: Native, other: Native): boolean {
  for (const key in row) if (!isSame(row[key], other[key])) return false;
  return Object.keys(row).length === Object.keys(other).length;
}

/** Looks whether a list of rows without ids stands in its file a second time, as when two copies were put together. */
export class SecondTime {
  readonly #first: Native[] = [];
  #rows = 0;
  #starts = 0;
  /** Rows have ids, or are alike from the first on. */
  #isMoot = false;

  look(row: Native): void {
    if (this.#rows++ === 0) this.#isMoot = IDS.some((key) => Object.hasOwn(row, key));
    if (this.#isMoot) return;
    if (this.#first.length < ROWS_COMPARED) this.#first.push(row);
    const at = this.#rows - 1 - this.#starts;
    if (this.#starts === 0) {
      if (at === 0 || !areEqual(row, this.#first[0] as Native)) return;
      if (at >= ROWS_MIN) this.#starts = at;
      else this.#isMoot = true;
    } else if (at < Math.min(this.#starts, ROWS_COMPARED) && !areEqual(row, this.#first[at] as Native))
      this.#starts = 0;
  }

  /** How many rows the list has that stands there more than once, and no more than whole times. */
  get rows(): number | undefined {
    return this.#starts > 0 && this.#rows % this.#starts === 0 ? this.#starts : undefined;
  }
}
