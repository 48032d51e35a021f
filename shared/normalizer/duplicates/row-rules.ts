import { parseCivilTime } from '../../civil-time.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import { parseWrittenNumber } from '../fields/written-number.ts';
import { parseIfJson } from '../intake/filter-row.ts';
import { type IndexedRow, isAbsent, type NativeObject, toCanonicalText } from '../intake/native.ts';
import type { DuplicateRule } from './duplicate-finder.ts';

const ROW_ID = { at: ['id'], as: 'rowId' } as const;
const REQUEST_ID = { at: ['request_id'], as: 'id' } as const;
const ORDER = { at: ['trade_no', 'transactionId'], as: 'id' } as const;

/** Returns the key that identifies a row in its list: the row id, otherwise the request id; `undefined` without both. */
export const readRowKey = ({ native }: IndexedRow): number | string | undefined =>
  tryReadField(native, ROW_ID) ?? tryReadField(native, REQUEST_ID);

const NUMERIC = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/i;
/** Matches numbers with a comma, as spreadsheets write them: `0,5`, `1,234.50`. */
const WITH_COMMA = /^-?\d[\d.]{0,30},[\d.,]{1,40}$/;
const FLAGS: Readonly<Record<string, string>> = { true: '1', t: '1', false: '0', f: '0' };

/** Normalizes a value: `"42"` and 42 to `42`, `0,5` to `0.5`, `false` to `0`, a time to its seconds, an object to its JSON. */
function normalizedValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return toCanonicalText(value);
  const text = String(value).trim();
  if (NUMERIC.test(text)) return toPlainText(toDecimal(text));
  const time = parseCivilTime(text, 'Z');
  if (time !== undefined) return String(time.instant / 1000);
  const number = WITH_COMMA.test(text) ? parseWrittenNumber(text) : undefined;
  if (number !== undefined) return toPlainText(toDecimal(number.text));
  const parsed = parseIfJson(text);
  if (parsed === text) return FLAGS[text.toLowerCase()] ?? text;
  return parsed === undefined ? text : toCanonicalText(parsed);
}

const normalizedField = (row: NativeObject, key: string): string =>
  key === 'currency' ? toCurrencyCode(normalizedValue(row[key])) : normalizedValue(row[key]);

const filledFields = (row: NativeObject): string[] => Object.keys(row).filter((key) => !isAbsent(row[key]));

function normalizedText(row: NativeObject): string {
  const fields = filledFields(row).sort();
  return JSON.stringify(fields.map((key) => [key, normalizedField(row, key)]));
}

const sharedFields = (a: NativeObject, b: NativeObject): string[] =>
  filledFields(a).filter((key) => !isAbsent(b[key]));
const areEqualIn = (fields: readonly string[], a: NativeObject, b: NativeObject): boolean =>
  fields.every((key) => normalizedField(a, key) === normalizedField(b, key));

/** Returns whether all fields present in both rows have equal values in any format: `"42"` equals 42. */
export const haveEqualSharedFields = (a: NativeObject, b: NativeObject): boolean =>
  areEqualIn(sharedFields(a, b), a, b);

/** Least number of equal shared fields of two duplicates. A database dump has other columns than a list. */
const SHARED_MIN = 4;

function isSameRow({ native: a }: IndexedRow, { native: b }: IndexedRow): boolean {
  const shared = sharedFields(a, b);
  // A row with a request id never duplicates a row without a request id.
  const bothNamed = isAbsent(a.request_id) === isAbsent(b.request_id);
  return bothNamed && shared.length >= SHARED_MIN && areEqualIn(shared, a, b);
}

/** Rule for one list whose pages overlap: rows with the same id and equal fields are duplicates. */
export const repeatedListRule: DuplicateRule<IndexedRow> = {
  key: readRowKey,
  text: ({ native }) => toCanonicalText(native),
};

/** Returns the number of the file that contains a row. */
export type FileOf = (entry: IndexedRow) => number;

/**
 * Builds the rule for one or several files: rows that are equal in every field are duplicates.
 * @param fileOf returns the number of the file that contains a row
 * @param isPaged returns whether the file of a row is a paged list, whose pages may overlap. In any other file, equal
 * rows of this file are not duplicates of each other
 * @param areSeveral whether there is more than one file. In a single file, rows without row id and request id have no
 * duplicates
 */
export const buildRepeatedFileRule = (
  fileOf: FileOf,
  isPaged: (entry: IndexedRow) => boolean,
  areSeveral: boolean,
): DuplicateRule<IndexedRow> => ({
  key: (entry) => readRowKey(entry) ?? (areSeveral ? normalizedText(entry.native) : undefined),
  text: (entry) => (readRowKey(entry) === undefined ? '' : toCanonicalText(entry.native)),
  file: (entry) => (readRowKey(entry) !== undefined && isPaged(entry) ? undefined : fileOf(entry)),
});

/** Returns the order number of a row, which identifies it in exports without row ids; `undefined` if it has none. */
export const readOrderNumber = ({ native }: IndexedRow): string | undefined => tryReadField(native, ORDER);

/**
 * Builds the rule for files with different columns: rows are duplicates if they have the same key and at least four
 * fields in common, and all these fields are equal. The row with more fields stays.
 * @param fileOf returns the number of the file that contains a row
 * @param key `readRowKey` for log rows, `readOrderNumber` for orders
 */
export const buildOtherColumnsRule = (
  fileOf: FileOf,
  key: DuplicateRule<IndexedRow>['key'],
): DuplicateRule<IndexedRow> => ({
  key,
  file: fileOf,
  isSame: isSameRow,
  isBetter: ({ native }, earlier) => filledFields(native).length > filledFields(earlier.native).length,
});
