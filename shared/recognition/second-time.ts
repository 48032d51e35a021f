import type { Native } from '../normalizer/intake/native.ts';

/** So many rows make a list; fewer may be alike by chance. */
const ROWS_MIN = 5;
/** Rows that are compared: a list that begins again goes on. */
const ROWS_COMPARED = 20;
/** Rows with an id are one row, however often they stand there. */
const IDS = ['id', 'request_id'];

/** A row that later rows are compared with. Its keys are counted and its objects are written as JSON only once. */
class ComparedRow {
  readonly #row: Native;
  readonly #size: number;
  readonly #texts = new Map<string, string>();

  constructor(row: Native) {
    this.#row = row;
    this.#size = Object.keys(row).length;
  }

  #textAt(key: string): string {
    const text = this.#texts.get(key) ?? JSON.stringify(this.#row[key]);
    this.#texts.set(key, text);
    return text;
  }

  /** Takes time that grows with `other` alone, however large this row is. */
  equals(other: Native): boolean {
    const keys = Object.keys(other);
    return (
      keys.length === this.#size &&
      keys.every((key) => {
        const [a, b] = [this.#row[key], other[key]];
        if (a === b) return true;
        return typeof a === 'object' && typeof b === 'object' && JSON.stringify(b) === this.#textAt(key);
      })
    );
  }
}

/** Finds out whether a list of rows without ids is in its file a second time, as when two copies were put together. */
export class SecondTime {
  readonly #first: ComparedRow[] = [];
  #rows = 0;
  #starts = 0;
  /** Rows have ids, or are alike from the first on. */
  #isMoot = false;

  look(row: Native): void {
    if (this.#rows++ === 0) this.#isMoot = IDS.some((key) => Object.hasOwn(row, key));
    if (this.#isMoot) return;
    if (this.#first.length < ROWS_COMPARED) this.#first.push(new ComparedRow(row));
    const at = this.#rows - 1 - this.#starts;
    if (this.#starts === 0) {
      if (at === 0 || !this.#first[0]?.equals(row)) return;
      if (at >= ROWS_MIN) this.#starts = at;
      else this.#isMoot = true;
    } else if (at < Math.min(this.#starts, ROWS_COMPARED) && !this.#first[at]?.equals(row)) this.#starts = 0;
  }

  /** How many rows the list has that is in the file more than once, in whole copies; `undefined` for any other file. */
  get rows(): number | undefined {
    return this.#starts > 0 && this.#rows % this.#starts === 0 ? this.#starts : undefined;
  }
}
