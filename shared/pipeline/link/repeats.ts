import { DuplicateFinder } from '../../normalizer/duplicates/duplicate-finder.ts';
import type { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { NumberIndex } from '../columns/number-index.ts';

/** Number of rows of a source that repeat rows of an earlier source, or of the same. */
export interface Repeats {
  readonly source: number;
  readonly earlier: number;
  rows: number;
}

/**
 * Counts repeated rows by pair of files: that of the repeated row, and that of the earlier row, which may be the same.
 */
export class RepeatCounter {
  readonly #pairs = new Map<string, Repeats>();
  readonly #outcomes: RowOutcomes;

  constructor(outcomes: RowOutcomes) {
    this.#outcomes = outcomes;
  }

  /** Like `count`, and adds the row to the skipped rows of the report. */
  countSkipped(source: number, earlier: number): void {
    this.#outcomes.skip('pageOverlap');
    this.count(source, earlier);
  }

  /** Counts a row of file `source` that repeats a row of file `earlier` and is already among the skipped rows. */
  count(source: number, earlier: number): void {
    const key = `${source} ${earlier}`;
    const pair = this.#pairs.get(key) ?? { source, earlier, rows: 0 };
    this.#pairs.set(key, pair);
    pair.rows++;
  }

  /** Number of repeated rows for each pair of files, in the order of the files. */
  get repeats(): readonly Repeats[] {
    return [...this.#pairs.values()].sort((a, b) => a.source - b.source || a.earlier - b.earlier);
  }
}

/** Returns whether two rows of different files are the same row, although one export may lack columns of the other. */
function isSameRow({ requestIds, table }: LogColumns, a: number, b: number): boolean {
  const { source, rowId, flags, input, output, user } = table.columns;
  const isEqual = (column: ArrayLike<number>): boolean => column[a] === column[b];
  /** Returns whether a column has equal values in both rows, or no value (0) in one of them. */
  const mayBeEqual = (column: ArrayLike<number>): boolean =>
    isEqual(column) || column[a] === 0 || column[b] === 0;
  const counts = (flags[a] as number) & (flags[b] as number);
  return (
    !isEqual(source) &&
    mayBeEqual(rowId) &&
    mayBeEqual(user) &&
    requestIds.text(a) === requestIds.text(b) &&
    ((counts & Flag.input) === 0 || isEqual(input)) &&
    ((counts & Flag.output) === 0 || isEqual(output))
  );
}

function fillMissing({ table }: LogColumns, row: number, from: number): void {
  const { user, token, channel } = table.columns;
  for (const column of [user, token, channel]) column[row] ||= column[from] as number;
}

/**
 * Marks rows that repeat an earlier row as `repeated`, and rows that share their row number with a different row as
 * `renumbered`. Compares rows with the same row number of the gateway, or with the same request if a row has no number.
 * Returns the number of rows that are not repeated.
 */
export function markRepeats(logs: LogColumns, byRequest: IdIndex, repeated: RepeatCounter): number {
  const { rowId, flags, content, source, gateway, time, model, quota } = logs.table.columns;
  const byNumber = new NumberIndex(rowId, logs.length);
  const hasUnnumbered = rowId.subarray(0, logs.length).includes(0);
  const firstOf = (row: number): number => {
    const number = rowId[row] as number;
    const first = number > 0 ? byNumber.first(number) : row;
    if (first !== row || !hasUnnumbered) return first;
    const ofRequest = byRequest.first(logs.requestIds, row);
    return number > 0 && rowId[ofRequest] !== 0 ? row : ofRequest;
  };
  const same = new DuplicateFinder<number>({
    key: firstOf,
    text: (row) => `${gateway[row]} ${time[row]} ${model[row]} ${quota[row]}`,
    isSame: (row, earlier) => content[row] === content[earlier] || isSameRow(logs, row, earlier),
  });
  const earlierOf = (row: number, first: number): number | undefined => {
    // Rows of overlapping exports are equal in all fields, so the quick comparison of hashes is enough for them.
    if (content[first] === content[row]) return first;
    same.take(first, first);
    return same.take(row, first)?.[1];
  };
  let surviving = logs.length;
  for (let row = 0; row < logs.length; row++) {
    const first = firstOf(row);
    if (first === row) continue;
    const earlier = earlierOf(row, first);
    // A different row with the same row number: the number identifies neither of the two.
    const flag = earlier !== undefined ? Flag.repeated : rowId[row] === rowId[first] ? Flag.renumbered : 0;
    flags[row] = (flags[row] as number) | flag;
    if (earlier === undefined) continue;
    surviving--;
    fillMissing(logs, earlier, row);
    repeated.countSkipped(source[row] as number, source[earlier] as number);
  }
  return surviving;
}
