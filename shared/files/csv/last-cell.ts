/** Cells that show what those of a column look like, and how many of them do. */
const CELLS_MAX = 100;
const CELLS_MIN = 20;
/** A column of more words may hold any. */
const WORDS_MAX = 5;
/** So many letters and digits in every cell are ids, and no words. */
const ID_MIN = 16;
const NUMBER = /^-?\d+(?:\.\d*)?$/;
const DECIMALS = /^-?\d+\.(\d{2,})$/;

/** Letters and digits alike, whatever stands between them as it is. */
const shapeOf = (cell: string): string => cell.replaceAll(/[\p{L}\p{N}]/gu, 'x');
const begins = (part: string, whole: string): boolean => part !== whole && whole.startsWith(part);

/** What a column has in common, if it has. */
function common<T>(cells: readonly string[], of: (cell: string) => T): T | undefined {
  const first = of(cells[0] as string);
  return cells.every((cell) => of(cell) === first) ? first : undefined;
}

/** The text of an object, or of a list, that does not end. */
function isOpen(cell: string): boolean {
  if (!/^\s*\{/.test(cell)) return /^\s*\[/.test(cell) && !/\]\s*$/.test(cell);
  try {
    JSON.parse(cell);
    return false;
  } catch {
    return true;
  }
}

/** The beginning of one of the few words that a column has. */
function isPartOfWord(cell: string, others: readonly string[]): boolean {
  const words = new Set(others);
  return (
    words.size <= WORDS_MAX &&
    !words.has(cell) &&
    [...words].some((word) => !NUMBER.test(word) && begins(cell, word))
  );
}

/** Numbers of a column that writes all its decimals. */
function lacksDecimals(cell: string, others: readonly string[]): boolean {
  const places = common(others, (other) => DECIMALS.exec(other)?.[1]?.length);
  return places !== undefined && NUMBER.test(cell) && (cell.split('.')[1] ?? '').length < places;
}

/** Times and ids of one form. A plain word or number may be shorter than all others. */
function lacksItsEnd(cell: string, others: readonly string[]): boolean {
  const shape = common(others, shapeOf);
  const hasForm = shape !== undefined && (/[^x]/.test(shape) || shape.length >= ID_MIN);
  return hasForm && begins(shapeOf(cell), shape);
}

/**
 * The last cells of rows. Some tools end the last line of a table and some do not: where none ends it, only the cell
 * itself shows that a file breaks off in it.
 */
export class LastCells {
  /** Those that hold something. */
  readonly #cells: string[] = [];
  #hasEmpty = false;

  add(cell: string): void {
    if (cell === '') this.#hasEmpty = true;
    else if (this.#cells.length < CELLS_MAX) this.#cells.push(cell);
  }

  /** Whether a cell is only the beginning of one, by what those before it are; a number of any length may be whole. */
  isCut(cell: string): boolean {
    const others = this.#cells;
    if (isOpen(cell)) return true;
    if (others.length < CELLS_MIN) return false;
    if (cell === '') return !this.#hasEmpty;
    return isPartOfWord(cell, others) || lacksDecimals(cell, others) || lacksItsEnd(cell, others);
  }
}
