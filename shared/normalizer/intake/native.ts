/** An object from the caller, as `JSON.parse` returns it: a row, a page or a snapshot, with any keys and values. */
export type NativeObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object, and neither null nor an array. */
export const isObject = (value: unknown): value is NativeObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds the row of a table that has these columns and only empty cells, to recognize the table by its columns alone. */
export const buildEmptyRow = (columns: readonly string[]): NativeObject =>
  Object.fromEntries(columns.map((column) => [column, '']));

/** Fields of a payload that contain native rows. */
export const ROW_FIELDS = ['logs', 'channels', 'upstreamCharges', 'payments'] as const;
/** A field of a payload that contains native rows. */
export type RowField = (typeof ROW_FIELDS)[number];

/** Position of a row: its field, and its index there, counted through all pages. */
export interface RowRef {
  readonly field: RowField;
  readonly index: number;
}

/** A row with its position. */
export interface IndexedRow extends RowRef {
  readonly native: NativeObject;
}

/** Rows by field, without repeated rows. */
export interface RowLists {
  readonly logs: readonly IndexedRow[];
  readonly upstreamCharges: readonly IndexedRow[];
  readonly payments: readonly IndexedRow[];
}

/** Texts that database programs write for a missing value. */
const NULLS: ReadonlySet<string> = new Set([
  '',
  '\\N',
  'null',
  'NULL',
  '(NULL)',
  '[NULL]',
  '<null>',
  '<nil>',
]);
const NULL_LENGTH_MAX = 6;

/** Returns whether a value is missing: `undefined`, null, an empty text, or the null of a database dump (`NULL`). */
export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  // Compare the length first, because hashing long texts is slow.
  (typeof value === 'string' && value.length <= NULL_LENGTH_MAX && NULLS.has(value));

/** Matches texts that people and programs write where there is no value. An id is never one of them. */
const NO_VALUE = /^(?:[-–—/]+|n\/?a|none|nil|undefined)$/i;
const NO_VALUE_LENGTH_MAX = 9;

/** Returns whether a text in place of an id or a number says that there is none: `-`, `N/A`, `NULL`. */
export const isPlaceholder = (text: string): boolean =>
  isAbsent(text) || (text.length <= NO_VALUE_LENGTH_MAX && NO_VALUE.test(text));

/** Matches what exporters put around a value so that a spreadsheet keeps it as text: `` `5 ``, `'5`, `="5"`. */
const TEXT_MARK = /^(?:['`](?=[\w=+\-@])|="([^"]*)"$)/;

/** Removes outer spaces, and marks that make a spreadsheet keep a value as text. */
export const cleanCell = (text: string): string => text.trim().replace(TEXT_MARK, '$1');

/** Converts a value to text; empty for null, objects and arrays, because an object's own `toString` might throw. */
export const asText = (value: unknown): string => (typeof value === 'object' ? '' : String(value));
/** Converts a value to a number as `Number` does; NaN for an object or array. */
export const asNumber = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Number.NaN : Number(value);

/** Returns whether a value is missing, empty or zero, as a number or as text. */
export const isEmptyOrZero = (value: unknown): boolean =>
  isAbsent(value) || value === 0 || (typeof value === 'string' && Number(value) === 0);

/** Returns whether a row has a key whose value is empty or zero. False for a row without the key. */
export const isBlank = (row: NativeObject, key: string): boolean =>
  Object.hasOwn(row, key) && isEmptyOrZero(row[key]);

/** Returns whether a row of `upstreamCharges` is from a gateway's log, not from a bill or in the API's own format. */
export const isLogRow = (row: NativeObject): boolean =>
  row.costAmount === undefined && (row.quota !== undefined || typeof row.type === 'number');

/** Returns whether a row is from a gateway's log, not from a bill or a payment, or in the API's own format. */
export const isGatewayRow = (field: RowField, row: NativeObject): boolean =>
  field === 'logs' ? row.chargedAmount === undefined : field === 'upstreamCharges' && isLogRow(row);

const NOTHING: ReadonlySet<string> = new Set();

const objectText = (value: NativeObject, omit: ReadonlySet<string>): string =>
  Object.keys(value)
    .filter((key) => !omit.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalText(value[key])}`)
    .join(',');

/**
 * Writes compact JSON with sorted keys: equal values have equal texts. Builds the text directly, because a rebuilt
 * object would lose a key such as `__proto__`.
 * @param omit keys of the outermost object to leave out
 */
export function toCanonicalText(value: unknown, omit: ReadonlySet<string> = NOTHING): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalText(item)).join(',')}]`;
  if (isObject(value)) return `{${objectText(value, omit)}}`;
  return JSON.stringify(value) ?? 'null';
}
