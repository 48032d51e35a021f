/**
 * Rule for when two rows are the same row, read twice, and which of them stays: the first, unless `isBetter`. Rows are
 * looked up by name and text, so that the work is linear even if many share a name.
 */
export interface DuplicateRule<T> {
  /** Names a row; `undefined` if it is the same as no other row. Called for every row. */
  readonly key: (row: T) => string | number | undefined;
  /** Returns a text that is equal for the same row. Called only for names that occur again. */
  readonly text?: (row: T) => string;
  /** Compares two rows of equal name and text. */
  readonly isSame?: (row: T, earlier: T) => boolean;
  /** Returns whether a row replaces the earlier one. */
  readonly isBetter?: (row: T, earlier: T) => boolean;
  /**
   * Returns the file of a row, if equal rows within one file count separately; a row then equals one row of each
   * other file.
   */
  readonly file?: (row: T) => number | undefined;
}

/** Most rows of equal name and text that are compared with a row. */
const COMPARED_MAX = 32;

/** A row that stays, and the files that contain it. */
interface SurvivingRow<T> {
  row: T;
  readonly files: Set<number | undefined>;
}

/** Rows of equal name and text. */
class EqualRows<T> {
  readonly #rows: SurvivingRow<T>[] = [];
  /** Number of leading rows that a file is known to contain. */
  readonly #passed = new Map<number, number>();

  add(row: T, file: number | undefined): void {
    this.#rows.push({ row, files: new Set([file]) });
  }

  find(row: T, file: number | undefined, isSame: (row: T, earlier: T) => boolean) {
    let at = 0;
    if (file !== undefined) {
      at = this.#passed.get(file) ?? 0;
      while (this.#rows[at]?.files.has(file)) at++;
      this.#passed.set(file, at);
    }
    const same = this.#rows
      .slice(at, at + COMPARED_MAX)
      .find((known) => !(file !== undefined && known.files.has(file)) && isSame(row, known.row));
    same?.files.add(file);
    return same;
  }
}

/** Rows of one name, by text. */
type Namesakes<T> = Map<string, EqualRows<T>>;

/** Index of rows that finds the earlier row which a row repeats, by a rule. */
export class DuplicateFinder<T> {
  readonly #rule: Required<DuplicateRule<T>>;
  readonly #firsts = new Map<string | number, T>();
  readonly #namesakes = new Map<string | number, Namesakes<T>>();

  constructor(rule: DuplicateRule<T>) {
    this.#rule = {
      text: () => '',
      isSame: () => true,
      isBetter: () => false,
      file: () => undefined,
      ...rule,
    };
  }

  /** Returns the earlier rows of a name. Builds their texts only now, because names rarely occur again. */
  #namesakesOf(name: string | number): Namesakes<T> | undefined {
    const known = this.#namesakes.get(name);
    if (known !== undefined || !this.#firsts.has(name)) return known;
    const namesakes: Namesakes<T> = new Map();
    this.#namesakes.set(name, namesakes);
    this.#put(namesakes, this.#firsts.get(name) as T);
    return namesakes;
  }

  #put(namesakes: Namesakes<T>, row: T): void {
    const text = this.#rule.text(row);
    const equalRows = namesakes.get(text) ?? new EqualRows<T>();
    namesakes.set(text, equalRows);
    equalRows.add(row, this.#rule.file(row));
  }

  /** Adds a row. */
  add(row: T, name = this.#rule.key(row)): void {
    if (name === undefined) return;
    const namesakes = this.#namesakesOf(name);
    if (namesakes === undefined) this.#firsts.set(name, row);
    else this.#put(namesakes, row);
  }

  /** Finds the earlier row that is the same as this row. */
  find(row: T, name = this.#rule.key(row)): SurvivingRow<T> | undefined {
    const { text, file, isSame } = this.#rule;
    const namesakes = name === undefined ? undefined : this.#namesakesOf(name);
    return namesakes?.get(text(row))?.find(row, file(row), isSame);
  }

  /**
   * Adds a row unless an earlier row is the same. If there is one, returns both: first the row to drop, then the row
   * that stays.
   */
  take(row: T, name = this.#rule.key(row)): readonly [dropped: T, survivor: T] | undefined {
    const survivor = this.find(row, name);
    if (survivor === undefined) {
      this.add(row, name);
      return undefined;
    }
    const earlier = survivor.row;
    if (!this.#rule.isBetter(row, earlier)) return [row, earlier];
    survivor.row = row;
    return [earlier, row];
  }
}

/**
 * Drops rows that repeat other rows of the list by a rule. Keeps the order.
 * @param onRepeat called with each dropped row and the row that stays
 */
export function dropRepeatedRows<T>(
  rows: readonly T[],
  rule: DuplicateRule<T>,
  onRepeat: (dropped: T, survivor: T) => void,
): readonly T[] {
  const same = new DuplicateFinder(rule);
  const dropped = new Set<T>();
  for (const row of rows) {
    const pair = same.take(row);
    if (pair === undefined) continue;
    dropped.add(pair[0]);
    onRepeat(...pair);
  }
  return dropped.size === 0 ? rows : rows.filter((row) => !dropped.has(row));
}
