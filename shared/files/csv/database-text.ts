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

/** Most characters of rows that are held back. Beyond this, the file is treated as database text. */
const WAITING_MAX = 8 * 1024 * 1024;

/**
 * Replaces the escapes of a cell of database text: `\t`, `\n`, `\r`, `\0`, `\b`, `\f`, `\v` and `\\`. A cell that is
 * only `\N` or `NULL` (no value) becomes empty.
 */
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
 * Replaces the escapes that `mysql --batch` and PostgreSQL's COPY write, such as `\n` for a line break. A tab-separated file
 * has such escapes if no cell is quoted and every backslash begins an escape. Rows from the first backslash on are held
 * back until this is certain, at the latest until the end of the file.
 */
export class DatabaseText {
  readonly #add: (cells: readonly string[], row: number) => void;
  #waiting: WaitingRow[] = [];
  #waitingLength = 0;
  /** `undefined` while it is not certain. */
  #isEscaped: boolean | undefined;

  /** @param add receives each row without escapes, in order */
  constructor(add: (cells: readonly string[], row: number) => void) {
    this.#add = add;
  }

  /** Takes the next row: its cells, its number, and the line of the file from which the cells were split. */
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

  /** Ends the file: passes on the rows that are still held back. */
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
