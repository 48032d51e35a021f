import { parseCivilTime } from '../../civil-time.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import { type Entry, isAbsent, type Native } from '../intake/native.ts';
import type { SameRow } from './same-rows.ts';

/** Rows of all ledgers are compared, whatever gateway or provider they are of. */
const ROW_ID = { at: ['id'], as: 'rowId' } as const;
const REQUEST_ID = { at: ['request_id'], as: 'id' } as const;
/** The number of an order; exports that leave out the row's own have it, too. */
const ORDER = { at: ['trade_no', 'transactionId'], as: 'id' } as const;

/** What a row is called in its own ledger: its positive row id, text id or request id. */
export const rowName = ({ native }: Entry): number | string | undefined =>
  tryReadField(native, ROW_ID) ?? tryReadField(native, REQUEST_ID);

const NUMERIC = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/i;
const STRUCTURE = /^\s*[{[]/;
const FLAGS: Readonly<Record<string, string>> = { true: '1', t: '1', false: '0', f: '0' };

/**
 * A value as text, the same however its export writes it: `"42"` as 42, `false` as 0, a time as its seconds, an object
 * as its JSON.
 */
function normalizedValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return toCanonicalText(value);
  const text = String(value).trim();
  if (NUMERIC.test(text)) return toPlainText(toDecimal(text));
  const time = parseCivilTime(text, 'Z');
  if (time !== undefined) return String(time.instant / 1000);
  if (!STRUCTURE.test(text)) return FLAGS[text.toLowerCase()] ?? text;
  try {
    return toCanonicalText(JSON.parse(text));
  } catch {
    return text;
  }
}

const normalizedField = (row: Native, key: string): string =>
  key === 'currency' ? toCurrencyCode(normalizedValue(row[key])) : normalizedValue(row[key]);

const filledFields = (row: Native): string[] => Object.keys(row).filter((key) => !isAbsent(row[key]));

/** A row as text, the same for every way to write it. */
const normalizedText = (row: Native): string =>
  JSON.stringify(
    filledFields(row)
      .sort()
      .map((key) => [key, normalizedField(row, key)]),
  );

const sharedFields = (a: Native, b: Native): string[] => filledFields(a).filter((key) => !isAbsent(b[key]));
const areEqualIn = (fields: readonly string[], a: Native, b: Native): boolean =>
  fields.every((key) => normalizedField(a, key) === normalizedField(b, key));

/** Whether two rows have equal values in every field that both have. */
export const haveEqualSharedFields = (a: Native, b: Native): boolean => areEqualIn(sharedFields(a, b), a, b);

/** So many fields that agree show that two rows are one: a dump of the database has other columns than a list. */
const SHARED_MIN = 4;

function isSameRow({ native: a }: Entry, { native: b }: Entry): boolean {
  const shared = sharedFields(a, b);
  // A row with a request id is that request's; the other row may be of any.
  const bothNamed = isAbsent(a.request_id) === isAbsent(b.request_id);
  return bothNamed && shared.length >= SHARED_MIN && areEqualIn(shared, a, b);
}

/**
 * Rows of one list, whose pages may overlap. Rows that share an id and differ anywhere are two, and so are equal rows
 * without an id: nothing says that they are one.
 */
export const repeatedListRows: SameRow<Entry> = {
  name: rowName,
  text: ({ native }) => toCanonicalText(native),
};

/** The file of an entry. */
export type FileOf = (entry: Entry) => number;

/**
 * Rows that are equal in every field, of several files.
 * @param isPaged whether the file of a row is a list in pages, which may overlap; in a table equal rows are as many as
 * they are, and so are rows without an id
 * @param areSeveral whether there is more than one file
 */
export const repeatedFileRows = (
  fileOf: FileOf,
  isPaged: (entry: Entry) => boolean,
  areSeveral: boolean,
): SameRow<Entry> => ({
  name: (entry) => rowName(entry) ?? (areSeveral ? normalizedText(entry.native) : undefined),
  text: (entry) => (rowName(entry) === undefined ? '' : toCanonicalText(entry.native)),
  file: (entry) => (rowName(entry) !== undefined && isPaged(entry) ? undefined : fileOf(entry)),
});

/** Rows of files that have different columns. */
const sameInOtherColumns = (fileOf: FileOf, name: SameRow<Entry>['name']): SameRow<Entry> => ({
  name,
  file: fileOf,
  isSame: isSameRow,
  // Keep what only one of both states.
  isBetter: ({ native }, earlier) => filledFields(native).length > filledFields(earlier.native).length,
});
export const sameRowsOfFiles = (fileOf: FileOf): SameRow<Entry> => sameInOtherColumns(fileOf, rowName);
export const sameOrdersOfFiles = (fileOf: FileOf): SameRow<Entry> =>
  sameInOtherColumns(fileOf, ({ native }) => tryReadField(native, ORDER));
