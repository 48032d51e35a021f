/** Rule by which rows are duplicates (one row read twice). The earlier row stays, unless `isBetter`. */
export interface DuplicateRule<T> {
  /** Returns a key that duplicates share; `undefined` for a row that has no duplicates. Called for every row. */
  readonly key: (row: T) => string | number | undefined;
  /** Returns a text that duplicates share as well. Called only for keys that occur more than once. */
  readonly text?: (row: T) => string;
  /** Returns whether two rows of equal key and text are duplicates. Without it, they always are. */
  readonly isSame?: (row: T, earlier: T) => boolean;
  /** Returns whether the later row stays instead of the earlier row. */
  readonly isBetter?: (row: T, earlier: T) => boolean;
  /** Returns the file of a row. Rows of one file are no duplicates; with `undefined`, a row may duplicate any. */
  readonly file?: (row: T) => number | undefined;
}

/** Most rows of equal key and text that are compared with a row. */
const COMPARED_MAX = 32;

/** A row that stays, and the files that contain it. */
interface SurvivingRow<T> {
  row: T;
  readonly files: Set<number | undefined>;
}

/** Rows of equal key and text. */
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

/** Rows of one key, by text. */
type RowsByText<T> = Map<string, EqualRows<T>>;

/** Finds, for each row, the earlier row that it duplicates. Callers that know the key of a row may pass it. */
export class DuplicateFinder<T> {
  readonly #rule: Required<DuplicateRule<T>>;
  readonly #firsts = new Map<string | number, T>();
  readonly #byKey = new Map<string | number, RowsByText<T>>();

  constructor(rule: DuplicateRule<T>) {
    this.#rule = {
      text: () => '',
      isSame: () => true,
      isBetter: () => false,
      file: () => undefined,
      ...rule,
    };
  }

  /** Returns the earlier rows of a key. Builds their texts only now, because keys rarely occur again. */
  #findByText(key: string | number): RowsByText<T> | undefined {
    const known = this.#byKey.get(key);
    if (known !== undefined || !this.#firsts.has(key)) return known;
    const byText: RowsByText<T> = new Map();
    this.#byKey.set(key, byText);
    this.#put(byText, this.#firsts.get(key) as T);
    return byText;
  }

  #put(byText: RowsByText<T>, row: T): void {
    const text = this.#rule.text(row);
    const equalRows = byText.get(text) ?? new EqualRows<T>();
    byText.set(text, equalRows);
    equalRows.add(row, this.#rule.file(row));
  }

  /** Adds a row without comparing it with earlier rows. */
  add(row: T, key = this.#rule.key(row)): void {
    if (key === undefined) return;
    const byText = this.#findByText(key);
    if (byText === undefined) this.#firsts.set(key, row);
    else this.#put(byText, row);
  }

  /** Returns the earlier row that this row duplicates, if any (as `row`). Does not add the row. */
  find(row: T, key = this.#rule.key(row)): SurvivingRow<T> | undefined {
    const { text, file, isSame } = this.#rule;
    const byText = key === undefined ? undefined : this.#findByText(key);
    return byText?.get(text(row))?.find(row, file(row), isSame);
  }

  /** Adds a row. If it duplicates another, keeps the better of both, and returns first the dropped row. */
  take(row: T, key = this.#rule.key(row)): readonly [dropped: T, survivor: T] | undefined {
    const survivor = this.find(row, key);
    if (survivor === undefined) {
      this.add(row, key);
      return undefined;
    }
    const earlier = survivor.row;
    if (!this.#rule.isBetter(row, earlier)) return [row, earlier];
    survivor.row = row;
    return [earlier, row];
  }
}

/** Drops duplicates from a list. Keeps the order. `onRepeat` receives each dropped row and the row that stays. */
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
