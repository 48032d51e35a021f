import { bills } from '../../bills/registry.ts';
import { isNative, type Native } from '../intake/native.ts';

/** Keys under which rows of bills hold rows: a day, and what was billed on it. */
const FOLDS: readonly string[] = [
  ...new Set(bills.flatMap(({ unfold }) => (unfold === undefined ? [] : [unfold]))),
];

/** Times of such a row; a row without them merely has such a key. */
const PERIOD_STARTS = ['start_time', 'starting_at'];

/** Most fields that stand around such rows, and the longest text among them: each row gets a copy of them. */
const AROUND_MAX = 16;
const AROUND_LENGTH_MAX = 200;

/** A row of a provider's bill that holds rows. */
interface Folded {
  readonly rows: readonly unknown[];
  /** Everything that stands beside them. */
  readonly around: Native;
}

export function foldOf(row: unknown): Folded | undefined {
  if (!isNative(row)) return undefined;
  const fold = FOLDS.find((key) => Array.isArray(row[key]));
  if (fold === undefined || !PERIOD_STARTS.some((key) => Object.hasOwn(row, key))) return undefined;
  const { [fold]: rows, ...around } = row;
  return { rows: rows as unknown[], around };
}

/** The day, the currency, what a caller has added: numbers and short texts. */
const isKept = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= AROUND_LENGTH_MAX);

/** Takes apart a row that holds rows: each becomes one of its own, with what stands around it, as far as bills say anything there. */
export function* rowsOf({ rows, around }: Folded): Generator<unknown> {
  const kept = Object.entries(around).filter(([, value]) => isKept(value));
  const common = Object.fromEntries(kept.slice(0, AROUND_MAX));
  for (const inner of rows) yield isNative(inner) ? { ...common, ...inner } : inner;
}

/** The rows that a row of a provider's bill holds; any other row as it is. Rows are counted, and named in refusals, as they come out here. */
export function unfolded(row: unknown): readonly unknown[] {
  const folded = foldOf(row);
  return folded === undefined ? [row] : [...rowsOf(folded)];
}

/** A reply that holds a single row instead of an array of one: OpenRouter's of one generation. */
export const isLoneBill = (held: unknown): held is Native =>
  isNative(held) &&
  bills.some(
    ({ marks, unfold }) =>
      unfold === undefined && marks.some((keys) => keys.every((key) => Object.hasOwn(held, key))),
  );
