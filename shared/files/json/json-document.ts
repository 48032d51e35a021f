import { unfolded } from '../../normalizer/bills/unfold.ts';
import { failure, failureMessage, HOLDERS, isPage, isRow } from '../../normalizer/intake/envelope.ts';
import { isNative, type Native } from '../../normalizer/intake/native.ts';
import { isPhpMyAdminHead } from '../../normalizer/intake/no-rows.ts';
import { pagesOf } from '../../normalizer/intake/pages.ts';
import { LEDGER_NAMES, type LedgerName, unreadable } from '../native-file.ts';
import { NO_JSON_OBJECT, type RowSink } from '../row-sink.ts';

/** What values of a JSON file are, by the rules of the API. */

/** Where in a JSON file rows are being read, from the outside in. Plain data, so that reading can go on elsewhere. */
export type Frame =
  /** Values one after another: a document, several, or JSON Lines. */
  | { readonly kind: 'sequence' }
  /** An array of rows, or of pages. */
  | { readonly kind: 'items' }
  /** The rows of a page, or of one ledger of a ReconciliationInput. */
  | { readonly kind: 'rows'; readonly ledger?: LedgerName }
  /** A page too large to be looked at whole: its rows are taken as they come, the rest is kept to be judged. */
  | PageFrame;

export interface PageFrame {
  readonly kind: 'page';
  /** Pages around this one, itself included. */
  readonly level: number;
  /** What stands beside the rows. */
  readonly beside: [key: string, value: unknown][];
  /** The key that held rows. */
  holder?: string;
  /** The key whose value comes next. */
  key?: string;
}

export const isHolder = (key: string): boolean => (HOLDERS as readonly string[]).includes(key);
export const isLedger = (key: string): key is LedgerName => (LEDGER_NAMES as readonly string[]).includes(key);

/** How far into a broken text its first array is looked for. */
const BROKEN_HEAD_MAX = 2000;
const OPENINGS = [...HOLDERS, ...LEDGER_NAMES].map((key) => `"${key}":[{`);

/** A page whose text is broken somewhere: its good rows are worth finding. What may be a row itself is none. */
export function mayHoldRows(text: string): boolean {
  const head = text.slice(0, BROKEN_HEAD_MAX).replaceAll(/\s/g, '');
  const array = head.indexOf('[');
  const before = head.slice(0, array);
  const mayBeRow = before.includes('"created_at":') || before.includes('"id":');
  return array >= 0 && !mayBeRow && OPENINGS.some((opening) => head.slice(0, array + 2).endsWith(opening));
}

/** The ReconciliationInput that an object is, or that a reply holds. */
const inputOf = (value: Native): Native | undefined => {
  if (Array.isArray(value.downstreamUsage)) return value;
  return isNative(value.data) && Array.isArray(value.data.downstreamUsage) ? value.data : undefined;
};

function take(rows: readonly unknown[], sink: RowSink, ledger?: LedgerName): void {
  for (const row of rows)
    if (isNative(row)) sink.row(row, undefined, ledger);
    else sink.reject(NO_JSON_OBJECT);
}

function takePage(page: Native, sink: RowSink, file: string): void {
  const { rows, surroundings } = pagesOf(page, file, Number.POSITIVE_INFINITY);
  sink.pages.page(surroundings, rows);
  take(rows, sink);
}

/** A row among rows, or the rows that a row of a provider's bill holds. */
export const takeRow = (value: Native, sink: RowSink, ledger?: LedgerName): void =>
  take(unfolded(value), sink, ledger);

/** A value that stands alone or in an outer array: a row, a page of rows, or a whole ReconciliationInput. */
export function takeItem(value: Native, sink: RowSink, file: string): void {
  const input = inputOf(value);
  if (input) {
    for (const ledger of LEDGER_NAMES) {
      const rows = input[ledger];
      if (Array.isArray(rows)) take(rows, sink, ledger);
    }
    sink.settings = input;
  } else if (isPage(value)) takePage(value, sink, file);
  else if (!isPhpMyAdminHead(value)) takeRow(value, sink);
}

/**
 * A page that was walked through has ended: what stood beside its rows says whether it was one.
 * @throws Rejection where it was none, or where the request of the reply failed
 */
export function judgePage({ beside, holder }: PageFrame, sink: RowSink, file: string): void {
  // Its rows are gone, and a page with rows is judged otherwise than one without.
  const envelope: Native = Object.fromEntries(holder === undefined ? beside : [...beside, [holder, [null]]]);
  if (isRow(envelope))
    throw unreadable(file, {
      en: 'holds a row that is too large, or a page that looks like one',
      zh: '含有过大的行，或看起来像行的分页',
    });
  const sentence = failure(envelope);
  if (sentence !== undefined) throw unreadable(file, sentence, failureMessage(envelope));
  if (holder === undefined) takePage(envelope, sink, file);
  else sink.pages.page(beside);
  if (isLedger(holder ?? '')) sink.settings = Object.fromEntries(beside);
}
