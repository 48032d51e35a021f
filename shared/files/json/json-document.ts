import { findNestedRows, unfoldRow } from '../../normalizer/bills/unfold.ts';
import {
  explainFailure,
  isPage,
  isRow,
  PAGE_LEVELS_MAX,
  quoteFailureMessage,
  ROWS_KEYS,
} from '../../normalizer/intake/envelope.ts';
import { isObject, type NativeObject } from '../../normalizer/intake/native.ts';
import { explainNoRows, isHar, isPhpMyAdminHead } from '../../normalizer/intake/no-rows.ts';
import { unwrapPages } from '../../normalizer/intake/pages.ts';
import { NOT_A_JSON_OBJECT, type RowSink } from '../row-sink.ts';
import { LEDGER_NAMES, type LedgerName, rejectFile } from '../source-file.ts';

/** A nesting level of a JSON file at which the scanner is; the outermost level is `sequence`. */
export type Frame =
  /** Top level: one document, several in a row, or JSON Lines. */
  | { readonly kind: 'sequence' }
  /** An array of rows or pages. */
  | { readonly kind: 'items' }
  /** The rows of a page, or of one ledger of a ReconciliationInput. */
  | { readonly kind: 'rows'; readonly ledger?: LedgerName }
  /** A page that is larger than a row may be, so its rows are read one by one. */
  | PageFrame;

/** Level of a page whose rows are read one by one; its other fields are collected for `checkPage`. */
export interface PageFrame {
  readonly kind: 'page';
  readonly level: number;
  readonly otherFields: [key: string, value: unknown][];
  /** Key of the rows, once they have been found. */
  rowsKey?: string;
  /** Key whose value is read next. */
  key?: string;
}

/** Whether a key of a page, such as `items` or `data`, may contain its rows. */
export const isRowsKey = (key: string): boolean => ROWS_KEYS.includes(key);
/** Whether a key is the name of a ledger, such as `downstreamUsage`, in a ReconciliationInput. */
export const isLedgerName = (key: string): key is LedgerName =>
  (LEDGER_NAMES as readonly string[]).includes(key);

/** Characters at the beginning of broken JSON that are searched for the first array. */
const BROKEN_HEAD_MAX = 2000;
const OPENINGS = [...ROWS_KEYS, ...LEDGER_NAMES].map((key) => `"${key}":[{`);

/**
 * Whether broken JSON is the beginning of a page or of a ReconciliationInput, such as `{"items":[{`, so that its valid rows
 * can still be read. An object that may itself be a row is not a page.
 */
export function isBrokenPage(text: string): boolean {
  const head = text.slice(0, BROKEN_HEAD_MAX).replaceAll(/\s/g, '');
  const array = head.indexOf('[');
  const before = head.slice(0, array);
  const mayBeRow = before.includes('"created_at":') || before.includes('"id":');
  return array >= 0 && !mayBeRow && OPENINGS.some((opening) => head.slice(0, array + 2).endsWith(opening));
}

/** Finds the ReconciliationInput in an object: itself or, for a reply of the API, its `data`. */
const findInput = (value: NativeObject): NativeObject | undefined => {
  if (Array.isArray(value.downstreamUsage)) return value;
  return isObject(value.data) && Array.isArray(value.data.downstreamUsage) ? value.data : undefined;
};

function takeRows(rows: readonly unknown[], sink: RowSink, ledger?: LedgerName): void {
  for (const row of rows)
    if (isObject(row)) sink.addRow(row, undefined, ledger);
    else sink.addRejected(NOT_A_JSON_OBJECT);
}

function takePage(page: NativeObject, sink: RowSink, file: string): void {
  const { rows, surroundings } = unwrapPages(page, file, Number.POSITIVE_INFINITY);
  sink.pages.addPage(surroundings, rows);
  takeRows(rows, sink);
}

/** Passes a row to the sink. Splits an object of a bill that contains several rows, such as a day with its costs. */
export const passRow = (value: NativeObject, sink: RowSink, ledger?: LedgerName): void =>
  takeRows(unfoldRow(value), sink, ledger);

/** Lists the arrays of objects in an object or, if it has none, in the objects in it. */
function findLists(object: NativeObject, levels = PAGE_LEVELS_MAX): readonly (readonly unknown[])[] {
  const values = Object.values(object);
  const lists = values.filter((value) => Array.isArray(value) && value.some(isObject)) as unknown[][];
  if (lists.length > 0 || levels === 1) return lists;
  return values.filter(isObject).flatMap((inner) => findLists(inner, levels - 1));
}

/**
 * Finds the rows of a document whose envelope is unknown, such as `{"invoice": {"lines": [{…}]}}`: its only array of
 * objects. Returns `undefined` if the document is itself a row, or has no or several of them.
 */
function findOnlyList(document: NativeObject): readonly unknown[] | undefined {
  if (isRow(document) || findNestedRows(document) !== undefined) return undefined;
  const [list, ...others] = findLists(document);
  return others.length === 0 ? list : undefined;
}

/**
 * Passes the rows of an object of a JSON file to the sink: of a row, a page, or a ReconciliationInput.
 * @param isDocument whether the object is not part of a list, so its envelope may be unknown
 */
export function passItem(value: NativeObject, sink: RowSink, file: string, isDocument = false): void {
  const input = findInput(value);
  if (input) {
    for (const ledger of LEDGER_NAMES) {
      const rows = input[ledger];
      if (Array.isArray(rows)) takeRows(rows, sink, ledger);
    }
  } else if (isPage(value)) takePage(value, sink, file);
  else {
    if (isHar(value)) throw rejectFile(file, explainNoRows(value));
    const list = isDocument ? findOnlyList(value) : undefined;
    if (list) sink.pages.addPage(Object.entries(value), list);
    if (list) takeRows(list, sink);
    else if (!isPhpMyAdminHead(value)) passRow(value, sink);
  }
}

/**
 * Checks a page whose rows were passed to the sink one by one, and passes its other fields to the sink. Throws a
 * Rejection if the object is a single row that is too large, or a failed reply.
 */
export function checkPage({ otherFields, rowsKey }: PageFrame, sink: RowSink, file: string): void {
  // The rows are no longer in memory. One empty row replaces them, because the checks below only ask whether rows exist.
  const envelope: NativeObject = Object.fromEntries(
    rowsKey === undefined ? otherFields : [...otherFields, [rowsKey, [null]]],
  );
  if (isRow(envelope))
    throw rejectFile(file, {
      en: 'contains a row that is too large. Shorten or remove it',
      zh: '含有过大的行，请缩短或删除',
    });
  const sentence = explainFailure(envelope);
  if (sentence !== undefined) throw rejectFile(file, sentence, quoteFailureMessage(envelope));
  if (rowsKey === undefined) takePage(envelope, sink, file);
  else sink.pages.addPage(otherFields);
}
