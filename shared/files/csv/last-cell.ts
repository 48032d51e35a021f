/** Most cells of the column that are remembered. */
const CELLS_MAX = 100;
/** Fewest cells from which the format of the column is inferred. */
const CELLS_MIN = 20;
/** Most different words of a column that is treated as an enumeration. */
const WORDS_MAX = 5;
/** Fewest letters and digits of an id. */
const ID_MIN = 16;
const NUMBER = /^-?\d+(?:\.\d*)?$/;
const DECIMALS = /^-?\d+\.(\d{2,})$/;

/** Replaces letters and digits by `x`, so that cells of one format become equal. */
const toShape = (cell: string): string => cell.replaceAll(/[\p{L}\p{N}]/gu, 'x');
const isProperPrefix = (prefix: string, text: string): boolean => prefix !== text && text.startsWith(prefix);

/** The property that all cells share; `undefined` if they differ. */
function findCommon<T>(cells: readonly string[], read: (cell: string) => T): T | undefined {
  const first = read(cells[0] as string);
  return cells.every((cell) => read(cell) === first) ? first : undefined;
}

/** Whether a cell is JSON of an object or array, or a map as Athena writes it (`{key=value}`), that is not closed. */
function isOpen(cell: string): boolean {
  if (/^\s*\[/.test(cell)) return !/\]\s*$/.test(cell);
  if (!/^\s*\{/.test(cell)) return false;
  if (/^\s*\{\s*[^\s"}]/.test(cell)) return !/\}\s*$/.test(cell);
  try {
    JSON.parse(cell);
    return false;
  } catch {
    return true;
  }
}

/** Whether a cell is the beginning of one of the few words of the column. */
function isPartOfWord(cell: string, others: readonly string[]): boolean {
  const words = new Set(others);
  return (
    words.size <= WORDS_MAX &&
    !words.has(cell) &&
    [...words].some((word) => !NUMBER.test(word) && isProperPrefix(cell, word))
  );
}

/** Whether a cell has fewer decimals than all other numbers of the column. */
function lacksDecimals(cell: string, others: readonly string[]): boolean {
  const decimals = findCommon(others, (other) => DECIMALS.exec(other)?.[1]?.length);
  return decimals !== undefined && NUMBER.test(cell) && (cell.split('.')[1] ?? '').length < decimals;
}

/** Whether a cell is shorter than the times or ids of the column. Plain words and numbers may have any length. */
function lacksItsEnd(cell: string, others: readonly string[]): boolean {
  const shape = findCommon(others, toShape);
  const hasFormat = shape !== undefined && (/[^x]/.test(shape) || shape.length >= ID_MIN);
  return hasFormat && isProperPrefix(toShape(cell), shape);
}

/**
 * Detects whether a table without a final line break is cut off inside its last cell: because it is shorter than the
 * times or ids before it, for example, or is JSON that is not closed.
 */
export class LastCells {
  readonly #cells: string[] = [];
  #hasEmpty = false;

  add(cell: string): void {
    if (cell === '') this.#hasEmpty = true;
    else if (this.#cells.length < CELLS_MAX) this.#cells.push(cell);
  }

  /**
   * Whether a cell is cut off. JSON that is not closed always is. With at least 20 earlier cells, so is a cell that,
   * unlike all of them, is empty, has fewer decimals, or lacks the end of a time or id; and, if they have at most five
   * different texts, a cell that is only the beginning of one of these.
   */
  isCut(cell: string): boolean {
    const others = this.#cells;
    if (isOpen(cell)) return true;
    if (others.length < CELLS_MIN) return false;
    if (cell === '') return !this.#hasEmpty;
    return isPartOfWord(cell, others) || lacksDecimals(cell, others) || lacksItsEnd(cell, others);
  }
}
