import type { Language } from '../language.ts';
import { headIn } from './heads.ts';

/** One column of a table: its head, and what stands below it in each line. */
export interface Column<TLine> {
  readonly head: string;
  /** `text` is whatever rows carry and is guarded; `figure` is a decimal, a count or a date of our own, written as it is. */
  readonly as: 'text' | 'figure';
  readonly of: (line: TLine) => string | number | null | undefined;
}

/** Spreadsheets take UTF-8 for something else without it. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** What a spreadsheet would run, whatever the cell's quotes say; full-width signs count, too. */
const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠|]|^[\t\r\n]/u;
const SIGNS: ReadonlySet<string> = new Set('=+-@＝＋－＠|');
/** Where a cell begins for a spreadsheet that splits by semicolons or tabs: it sees none of our quotes. */
const OTHER_CELL = /[;\t\r\n][\s"\u200b]*/gu;
/** What a spreadsheet would round to 15 digits, or read as a power of ten. */
const LONG_NUMBER = /^\d{16,}$|^\d+(?:\.\d+)?e\d+$/i;

function guarded(text: string): string {
  const within = text.replace(OTHER_CELL, (start, at: number) =>
    SIGNS.has(text[at + start.length] ?? '') ? `${start}'` : start,
  );
  return FORMULA.test(text) || LONG_NUMBER.test(text) ? `'${within}` : within;
}

const quoted = (text: string): string =>
  /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function cell<TLine>({ as, of }: Column<TLine>, line: TLine): string {
  const value = of(line);
  if (value === null || value === undefined) return '';
  return quoted(as === 'text' ? guarded(String(value)) : String(value));
}

/**
 * A table as CSV (RFC 4180, UTF-8 with a byte order mark), in pieces: its lines need not fit into memory. A text that a
 * spreadsheet would run as a formula, or shorten as a number, begins with an apostrophe, also behind a semicolon or tab;
 * figures are exact and stand as they are.
 */
export function* csv<TLine>(
  columns: readonly Column<TLine>[],
  lines: Iterable<TLine>,
  language: Language,
): Generator<string> {
  yield BYTE_ORDER_MARK + columns.map(({ head }) => headIn(head, language)).join(',') + LINE_END;
  for (const line of lines) yield columns.map((column) => cell(column, line)).join(',') + LINE_END;
}
