import { bills } from '../../connectors/bills/registry.ts';
import { isNative, type Native } from './native.ts';

/** Keys under which rows of bills hold rows: a day, and what was billed on it. */
const FOLDS: readonly string[] = [
  ...new Set(bills.flatMap(({ unfold }) => (unfold === undefined ? [] : [unfold]))),
];

/** Times of such a row; a row without them merely has such a key. */
const PERIOD_STARTS = ['start_time', 'starting_at'];

/**
 * The rows that a row of a provider's bill holds, each with what stands around it; any other row as it is. Rows are
 * counted, and named in refusals, as they come out here.
 */
export function unfolded(row: unknown): readonly unknown[] {
  if (!isNative(row)) return [row];
  const fold = FOLDS.find((key) => Array.isArray(row[key]));
  if (fold === undefined || !PERIOD_STARTS.some((key) => Object.hasOwn(row, key))) return [row];
  const { [fold]: rows, ...around } = row;
  return (rows as unknown[]).map((inner) => (isNative(inner) ? { ...around, ...inner } : inner));
}

/** A reply that holds a single row instead of an array of one: OpenRouter's of one generation. */
export const isLoneBill = (held: unknown): held is Native =>
  isNative(held) &&
  bills.some(
    ({ marks, unfold }) =>
      unfold === undefined && marks.some((keys) => keys.every((key) => Object.hasOwn(held, key))),
  );
