import { bills } from '../../bills/registry.ts';
import { isNative, type Native } from '../intake/native.ts';

/** Keys under which rows of bills hold rows: a day, and what was billed on it. */
const NESTING_KEYS: readonly string[] = [
  ...new Set(bills.flatMap(({ unfold }) => (unfold === undefined ? [] : [unfold]))),
];

/** Times of such a row; a row without them merely has such a key. */
const PERIOD_STARTS = ['start_time', 'starting_at'];

/** Most fields that stand around such rows, and the longest text among them: each row gets a copy of them. */
const OUTER_FIELDS_MAX = 16;
const OUTER_TEXT_LENGTH_MAX = 200;

/** A row of a provider's bill that holds rows. */
interface NestedRows {
  readonly rows: readonly unknown[];
  /** Everything that stands beside them. */
  readonly around: Native;
}

export function findNestedRows(row: unknown): NestedRows | undefined {
  if (!isNative(row)) return undefined;
  const fold = NESTING_KEYS.find((key) => Array.isArray(row[key]));
  if (fold === undefined || !PERIOD_STARTS.some((key) => Object.hasOwn(row, key))) return undefined;
  const { [fold]: rows, ...around } = row;
  return { rows: rows as unknown[], around };
}

/** The day, the currency, what a caller has added: numbers and short texts. */
const isShortValue = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= OUTER_TEXT_LENGTH_MAX);

/** Takes apart a row that holds rows: each becomes one of its own, with what stands around it, as far as bills say anything there. */
export function* flattenRows({ rows, around }: NestedRows): Generator<unknown> {
  const kept = Object.entries(around).filter(([, value]) => isShortValue(value));
  const common = Object.fromEntries(kept.slice(0, OUTER_FIELDS_MAX));
  for (const inner of rows) yield isNative(inner) ? { ...common, ...inner } : inner;
}

/** The rows that a row of a provider's bill holds; any other row as it is. Rows are counted, and named in refusals, as they come out here. */
export function unfoldRow(row: unknown): readonly unknown[] {
  const folded = findNestedRows(row);
  return folded === undefined ? [row] : [...flattenRows(folded)];
}

/** A reply that holds a single row instead of an array of one: OpenRouter's of one generation. */
export const isSingleBillRow = (held: unknown): held is Native =>
  isNative(held) &&
  bills.some(
    ({ marks, unfold }) =>
      unfold === undefined && marks.some((keys) => keys.every((key) => Object.hasOwn(held, key))),
  );
