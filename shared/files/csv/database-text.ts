/** Separator of database text. */
export const DATABASE_SEPARATOR = '\t';

/** Texts of a cell without a value: COPY writes `\N`, mysql `NULL`. */
const NO_VALUES = ['\\N', 'NULL'];
const ESCAPE = /\\([\\tnr0bfvN])/g;
const MEANINGS: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  0: '\0',
  b: '\b',
  f: '\f',
  v: '\v',
};
const QUOTED_CELL = /(?:^|\t)"/;

/** Most characters of waiting rows. If more rows contradict nothing, the file is treated as database text. */
const WAITING_MAX = 8 * 1024 * 1024;

/** Undoes the escapes of a cell; empty for a cell without a value. */
export function unescapeCell(cell: string): string {
  if (NO_VALUES.includes(cell)) return '';
  return cell.includes('\\')
    ? cell.replaceAll(ESCAPE, (_, letter: string) => MEANINGS[letter] ?? letter)
    : cell;
}

interface WaitingRow {
  readonly cells: readonly string[];
  readonly row: number;
}

/**
 * Undoes the escapes of `mysql --batch` and PostgreSQL's COPY. A tab-separated file has such escapes if no cell is quoted
 * and every backslash begins an escape. Rows from the first backslash on wait until this is certain, at the latest at
 * the end of the file.
 */
export class DatabaseText {
  readonly #add: (cells: readonly string[], row: number) => void;
  #waiting: WaitingRow[] = [];
  #waitingLength = 0;
  /** `undefined` while it is not certain. */
  #isEscaped: boolean | undefined;

  constructor(add: (cells: readonly string[], row: number) => void) {
    this.#add = add;
  }

  /** Takes the cells of a row, and the record that they were split from. */
  take(cells: readonly string[], row: number, record: string): void {
    if (this.#isEscaped === undefined) {
      const isContradicted = QUOTED_CELL.test(record) || record.replaceAll(ESCAPE, '').includes('\\');
      if (isContradicted) this.#decide(false);
      else if (cells.includes('\\N') || this.#waitingLength > WAITING_MAX) this.#decide(true);
    }
    if (this.#isEscaped === undefined && (this.#waiting.length > 0 || record.includes('\\'))) {
      this.#waiting.push({ cells, row });
      this.#waitingLength += record.length;
    } else this.#pass({ cells, row });
  }

  /** Passes on the rows that wait: the file has ended without a contradiction. */
  end(): void {
    this.#decide(this.#isEscaped ?? true);
  }

  #decide(isEscaped: boolean): void {
    this.#isEscaped = isEscaped;
    for (const waiting of this.#waiting) this.#pass(waiting);
    this.#waiting = [];
  }

  #pass({ cells, row }: WaitingRow): void {
    this.#add(this.#isEscaped === false ? cells : cells.map(unescapeCell), row);
  }
}
