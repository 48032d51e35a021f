import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { NumberIndex } from '../columns/number-index.ts';

/**
 * Marks the rows that overlapping pages or files repeat: equal in every field to an earlier one of the same number, or
 * of the same request id where they have none; and those whose number another one has, too.
 * @returns how many are repeated
 */
export function markRepeats(logs: LogColumns, byRequest: IdIndex): number {
  const { rowId, flags, content } = logs.table.columns;
  const byNumber = new NumberIndex(rowId, logs.length);
  const seen = new Map<number, Set<number>>();
  let repeats = 0;
  for (let row = 0; row < logs.length; row++) {
    const number = rowId[row] as number;
    const first = number > 0 ? byNumber.first(number) : byRequest.first(logs.requestIds, row);
    if (first === row) continue;
    const contents = seen.get(first) ?? new Set([content[first] as number]);
    seen.set(first, contents);
    const own = content[row] as number;
    const flag = contents.has(own) ? Flag.repeated : Flag.renumbered;
    if (flag === Flag.repeated) repeats++;
    contents.add(own);
    flags[row] = (flags[row] as number) | flag;
  }
  return repeats;
}
