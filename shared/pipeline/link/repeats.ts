import type { Account } from '../../normalizer/account.ts';
import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { NumberIndex } from '../columns/number-index.ts';

/** Counts rows that stand in two sources, or in one of them twice. */
export class RepeatCounter {
  /** By the source of a row and that of the earlier one, `2 0`. */
  readonly rows: Record<string, number> = {};
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  /** A row is left out. */
  leaveOut(source: number, earlier: number): void {
    this.#account.skip('pageOverlap');
    this.add(source, earlier);
  }

  /** A row is left out, which is accounted for already. */
  add(source: number, earlier: number): void {
    const pair = `${source} ${earlier}`;
    this.rows[pair] = (this.rows[pair] ?? 0) + 1;
  }
}

/** How many rows of a source stand in an earlier one, or earlier in itself, too. */
export interface Repeats {
  readonly source: number;
  readonly earlier: number;
  readonly rows: number;
}

/** What was counted, in the order of the sources. */
export const repeatsOf = (counted: RepeatCounter['rows']): Repeats[] =>
  Object.entries(counted)
    .map(([pair, rows]) => {
      const [source = 0, earlier = 0] = pair.split(' ').map(Number);
      return { source, earlier, rows };
    })
    .sort((a, b) => a.source - b.source || a.earlier - b.earlier);

/** Whether two rows say the same although they are written otherwise: a table beside a list, a dump of the database. */
function isOneRow({ requestIds, table }: LogColumns, a: number, b: number): boolean {
  const { source, rowId, gateway, time, model, quota, flags, input, output, user } = table.columns;
  const isEqual = (column: ArrayLike<number>): boolean => column[a] === column[b];
  /** 0 is what a row does not say. */
  const mayBeEqual = (column: ArrayLike<number>): boolean =>
    isEqual(column) || column[a] === 0 || column[b] === 0;
  const counts = (flags[a] as number) & (flags[b] as number);
  return (
    !isEqual(source) &&
    [gateway, time, model, quota].every(isEqual) &&
    mayBeEqual(rowId) &&
    mayBeEqual(user) &&
    requestIds.text(a) === requestIds.text(b) &&
    ((counts & Flag.input) === 0 || isEqual(input)) &&
    ((counts & Flag.output) === 0 || isEqual(output))
  );
}

/** What a row does not say, it takes from the same one of another file. */
function complete({ table }: LogColumns, row: number, from: number): void {
  const { user, token, channel } = table.columns;
  for (const column of [user, token, channel]) column[row] ||= column[from] as number;
}

/** A row among those of one number or request id that is the same row. */
function alike(logs: LogColumns, row: number, earlier: Iterable<number>): number | undefined {
  for (const one of earlier) if (isOneRow(logs, row, one)) return one;
  return undefined;
}

/**
 * Marks the rows that overlapping pages or files repeat: equal in every field to an earlier one of the same number, or
 * of the same request id where one of them has none, or of another file and equal in all that both say; and those
 * whose number another one has, too.
 * @returns how many rows stay
 */
export function markRepeats(logs: LogColumns, byRequest: IdIndex, repeated: RepeatCounter): number {
  const { rowId, flags, content, source } = logs.table.columns;
  const byNumber = new NumberIndex(rowId, logs.length);
  const hasNameless = rowId.subarray(0, logs.length).includes(0);
  const seen = new Map<number, Map<number, number>>();
  const firstOf = (row: number): number => {
    const number = rowId[row] as number;
    const first = number > 0 ? byNumber.first(number) : row;
    if (first !== row || !hasNameless) return first;
    const other = byRequest.first(logs.requestIds, row);
    return number > 0 && rowId[other] !== 0 ? row : other;
  };
  let kept = logs.length;
  for (let row = 0; row < logs.length; row++) {
    const first = firstOf(row);
    if (first === row) continue;
    const contents = seen.get(first) ?? new Map([[content[first] as number, first]]);
    seen.set(first, contents);
    const own = content[row] as number;
    const same = contents.get(own) ?? alike(logs, row, contents.values());
    // Only rows with a number can have that of another.
    const flag = same !== undefined ? Flag.repeated : rowId[row] === rowId[first] ? Flag.renumbered : 0;
    if (same === undefined) contents.set(own, row);
    else {
      kept--;
      complete(logs, same, row);
      repeated.leaveOut(source[row] as number, source[same] as number);
    }
    flags[row] = (flags[row] as number) | flag;
  }
  return kept;
}
