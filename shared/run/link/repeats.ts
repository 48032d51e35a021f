import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { NumberIndex } from '../columns/number-index.ts';

/** Where a row stands, which two readings of it need not share. */
const PLACE: ReadonlySet<string> = new Set(['source', 'row']);

/** All that was read of a row, as a text that no other row has. */
function contentOf({ table, requestIds, upstreamIds }: LogColumns, row: number): string {
  const values = Object.entries(table.columns).flatMap(([name, column]) =>
    PLACE.has(name) ? [] : [column[row]],
  );
  return JSON.stringify([values, requestIds.text(row), upstreamIds.text(row)]);
}

/**
 * Marks the rows that overlapping pages or files repeat: equal to an earlier one of the same number, or of the same
 * request id where they have none; and those whose number another one has, too.
 * @returns how many are repeated
 */
export function markRepeats(logs: LogColumns, byRequest: IdIndex): number {
  const { rowId, flags } = logs.table.columns;
  const byNumber = new NumberIndex(rowId, logs.length);
  const seen = new Map<number, Set<string>>();
  let repeats = 0;
  for (let row = 0; row < logs.length; row++) {
    const number = rowId[row] as number;
    const first = number > 0 ? byNumber.first(number) : byRequest.first(logs.requestIds, row);
    if (first === row) continue;
    // Texts are made only where a name comes back, which is rare.
    const texts = seen.get(first) ?? new Set([contentOf(logs, first)]);
    seen.set(first, texts);
    const text = contentOf(logs, row);
    if (!texts.has(text)) {
      texts.add(text);
      flags[row] = (flags[row] as number) | Flag.renumbered;
    } else {
      flags[row] = (flags[row] as number) | Flag.repeated;
      repeats++;
    }
  }
  return repeats;
}
