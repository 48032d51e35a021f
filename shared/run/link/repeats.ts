import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { NumberIndex } from '../columns/number-index.ts';
import type { RepeatCounter } from './repeat-counter.ts';

/**
 * Marks the rows that overlapping pages or files repeat: equal in every field to an earlier one of the same number, or
 * of the same request id where they have none; and those whose number another one has, too.
 * @returns how many are repeated
 */
export function markRepeats(logs: LogColumns, byRequest: IdIndex, repeated: RepeatCounter): number {
  const { rowId, flags, content, source } = logs.table.columns;
  const byNumber = new NumberIndex(rowId, logs.length);
  const seen = new Map<number, Map<number, number>>();
  let repeats = 0;
  for (let row = 0; row < logs.length; row++) {
    const number = rowId[row] as number;
    const first = number > 0 ? byNumber.first(number) : byRequest.first(logs.requestIds, row);
    if (first === row) continue;
    const contents = seen.get(first) ?? new Map([[content[first] as number, first]]);
    seen.set(first, contents);
    const own = content[row] as number;
    const same = contents.get(own);
    const flag = same === undefined ? Flag.renumbered : Flag.repeated;
    if (same === undefined) contents.set(own, row);
    else {
      repeats++;
      repeated.add(source[row] as number, source[same] as number);
    }
    flags[row] = (flags[row] as number) | flag;
  }
  return repeats;
}
