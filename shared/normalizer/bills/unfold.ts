import { costExplorerColumns } from '../../bills/aws-cost-explorer.ts';
import { bills } from '../../bills/registry.ts';
import { buildEmptyRow, isAbsent, isObject, type NativeObject } from '../intake/native.ts';
import { resolveKey } from './bill-values.ts';

/** Keys under which a bill row contains rows: a day contains what was billed on it. */
const NESTING_KEYS = [...new Set(bills.flatMap(({ unfold }) => unfold ?? []))];

/** Keys of the start of such a period. A row without them is an ordinary row. */
const PERIOD_STARTS = ['start_time', 'starting_at'];

/** Most fields of the outer row that are copied to each inner row, and their longest text. */
const OUTER_FIELDS_MAX = 16;
const OUTER_TEXT_LENGTH_MAX = 200;

interface NestedRows {
  readonly rows: readonly unknown[];
  readonly around: NativeObject;
}

const { day, service, total } = costExplorerColumns;
const TOTAL = 'Service total';

/** Splits a line of AWS Cost Explorer, which has a column for each service, into a row for each service with a cost. */
function splitServices(row: NativeObject): NestedRows | undefined {
  if (!Object.hasOwn(row, day) || Object.hasOwn(row, service)) return undefined;
  const sum = resolveKey(row, total);
  if (!Object.hasOwn(row, sum)) return undefined;
  const sign = sum.slice(sum.lastIndexOf('('));
  const rows = Object.entries(row).flatMap(([column, cost]) =>
    column !== sum && column.endsWith(sign) && !isAbsent(cost)
      ? [{ [service]: column.slice(0, -sign.length), [sum]: cost }]
      : [],
  );
  return { rows: row[day] === TOTAL ? [] : rows, around: { [day]: row[day] } };
}

/** Separates a bill row that contains rows, such as the costs of a day, into these and its other fields. */
export function findNestedRows(row: unknown): NestedRows | undefined {
  if (!isObject(row)) return undefined;
  const services = splitServices(row);
  if (services) return services;
  const fold = NESTING_KEYS.find((key) => Array.isArray(row[key]));
  if (fold === undefined || !PERIOD_STARTS.some((key) => Object.hasOwn(row, key))) return undefined;
  const { [fold]: rows, ...around } = row;
  return { rows: rows as unknown[], around };
}

/** Returns whether each line of a table with these columns contains several rows, as in AWS Cost Explorer. */
export const hasRowsInColumns = (columns: readonly string[]): boolean =>
  splitServices(buildEmptyRow(columns)) !== undefined;

/** Returns whether a field of the outer row is copied: a number or a short text, such as day or currency. */
const isShortValue = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= OUTER_TEXT_LENGTH_MAX);

/** Yields the rows in a bill row, each with the numbers and short texts of the outer row, such as the day. */
export function* flattenRows({ rows, around }: NestedRows): Generator<unknown> {
  const copied = Object.entries(around).filter(([, value]) => isShortValue(value));
  const common = Object.fromEntries(copied.slice(0, OUTER_FIELDS_MAX));
  for (const inner of rows) yield isObject(inner) ? { ...common, ...inner } : inner;
}

/** Returns the rows that a bill row contains, as `flattenRows` builds them, or the row itself if it contains none. */
export function unfoldRow(row: unknown): readonly unknown[] {
  const folded = findNestedRows(row);
  return folded === undefined ? [row] : [...flattenRows(folded)];
}

/** Returns whether a value is a single bill row where an array is expected, as in OpenRouter's reply about one generation. */
export const isSingleBillRow = (value: unknown): value is NativeObject =>
  isObject(value) &&
  bills.some(
    ({ signatures, unfold }) =>
      unfold === undefined && signatures.some((keys) => keys.every((key) => Object.hasOwn(value, key))),
  );
