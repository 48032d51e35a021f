import type { Native } from '../../normalizer/intake/native.ts';

/** Ids that are left out between two rows of a log, and the seconds between these. */
export interface IdGap {
  readonly ids: number;
  readonly seconds: number;
}

interface End {
  readonly id: number;
  readonly seconds: number;
}

/** What the gateway's own numbers show of the rows of a log. Plain JSON. */
export interface RowIdMarks {
  readonly rows: number;
  /** The rows with the least and the greatest number. */
  readonly least: End | undefined;
  readonly greatest: End | undefined;
  /** Rows whose number follows the one before, and the seconds that these steps take in all. */
  readonly steps: number;
  readonly seconds: number;
  readonly gaps: readonly IdGap[];
  /** The type of all rows; absent where there are several. */
  readonly type?: string;
}

/** As many as a page has. Less is left out where a transaction fails. */
const GAP_MIN = 10;
/** More gaps than this, and the numbers say nothing. */
const GAPS_MAX = 100;

/** Earlier than any gateway: a time of another form. */
const SECONDS_MIN = 1e9;

/** Looks at the numbers of log rows as they come by: a gateway numbers all rows of its list one after another. */
export class RowIds {
  #rows = 0;
  #steps = 0;
  #seconds = 0;
  #least: End | undefined;
  #greatest: End | undefined;
  #last: End | undefined;
  readonly #gaps: IdGap[] = [];
  readonly #types = new Set<string>();

  look({ id: number, created_at: time, type }: Native): void {
    const row = { id: Number(number), seconds: Number(time) };
    if (!(Number.isSafeInteger(row.id) && row.id > 0 && row.seconds > SECONDS_MIN)) return;
    this.#rows++;
    if (this.#types.size < 2) this.#types.add(String(type));
    if (this.#least === undefined || row.id < this.#least.id) this.#least = row;
    if (this.#greatest === undefined || row.id > this.#greatest.id) this.#greatest = row;
    if (this.#last !== undefined)
      this.#step(Math.abs(row.id - this.#last.id), Math.abs(row.seconds - this.#last.seconds));
    this.#last = row;
  }

  #step(ids: number, seconds: number): void {
    if (ids === 1) {
      this.#steps++;
      this.#seconds += seconds;
    } else if (ids > GAP_MIN && this.#gaps.length <= GAPS_MAX) this.#gaps.push({ ids: ids - 1, seconds });
  }

  get marks(): RowIdMarks {
    const [type] = this.#types.size === 1 ? this.#types : [];
    return {
      ...{ rows: this.#rows, least: this.#least, greatest: this.#greatest },
      ...{ steps: this.#steps, seconds: this.#seconds, gaps: this.#gaps },
      ...(type !== undefined && { type }),
    };
  }
}
