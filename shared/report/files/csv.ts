import type { Language } from '../../language.ts';
import { inLanguage } from '../view/words/both.ts';
import { columnWords } from '../view/words/view-words.ts';

/** Column of a table: its heading, and its value in each row. */
export interface CsvColumn<TLine> {
  /** English heading: the name of the API field. */
  readonly head: string;
  /**
   * Kind of the values. A `text` comes from the input, so it is protected against formulas. A `figure` is a decimal,
   * count or date, and is written unchanged.
   */
  readonly as: 'text' | 'figure';
  /** Returns the value of the column for a row. Null and undefined become an empty cell. */
  readonly of: (line: TLine) => string | number | null | undefined;
}

/** Chinese headings by the English name of the column. */
const CHINESE: Readonly<Record<string, string>> = {
  ...inLanguage(columnWords, 'zh'),
  id: '编号',
  severity: '严重程度',
  code: '代码',
  title: '问题',
  remedy: '处理办法',
  amount: '金额',
  counted: '计入金额',
  side: '归属',
  message: '说明',
  requestId: '请求 ID',
  transactionId: '充值 ID',
  upstreamIds: '各上游 ID',
  count: '数量',
  findingId: '问题编号',
  matchedRequests: '已匹配请求数',
  matchedMargin: '已匹配毛利',
  looseRevenue: '未匹配账单的收入',
  unbilledRevenue: '没有账单的收入',
  ledger: '账本',
  time: '时间',
  expected: '应收',
  inputTokens: '输入 token',
  outputTokens: '输出 token',
  file: '文件',
  row: '行',
  reason: '原因',
};

/** Heading of a column. In English it is the name of the API field. */
const headingIn = (head: string, language: Language): string =>
  language === 'en' ? head : (CHINESE[head] ?? head);

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Matches text that a spreadsheet would run as a formula, even in quotes. Full-width signs count as well. */
const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠|]|^[\t\r\n]/u;
const SIGNS: ReadonlySet<string> = new Set('=+-@＝＋－＠|');
/** Matches the start of a cell for spreadsheets that split by semicolons or tabs and ignore quotes. */
const OTHER_CELL = /[;\t\r\n][\s"\u200b]*/gu;
/** Matches numbers that a spreadsheet would round to 15 digits, or read as a power of ten. */
const LONG_NUMBER = /^\d{16,}$|^\d+(?:\.\d+)?e\d+$/i;

function protectText(text: string): string {
  const within = text.replace(OTHER_CELL, (start, at: number) =>
    SIGNS.has(text[at + start.length] ?? '') ? `${start}'` : start,
  );
  return FORMULA.test(text) || LONG_NUMBER.test(text) ? `'${within}` : within;
}

const quote = (text: string): string =>
  /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function cell<TLine>({ as, of }: CsvColumn<TLine>, line: TLine): string {
  const value = of(line);
  if (value === null || value === undefined) return '';
  return quote(as === 'text' ? protectText(String(value)) : String(value));
}

/**
 * Formats a table as CSV (RFC 4180, with a byte order mark), row by row. An apostrophe is put before texts that a
 * spreadsheet would run as a formula or round as a number, and within texts before formulas after a semicolon or tab.
 * Figures are written exactly.
 */
export function* formatCsv<TLine>(
  columns: readonly CsvColumn<TLine>[],
  lines: Iterable<TLine>,
  language: Language,
): Generator<string> {
  yield BYTE_ORDER_MARK + columns.map(({ head }) => headingIn(head, language)).join(',') + LINE_END;
  for (const line of lines) yield columns.map((column) => cell(column, line)).join(',') + LINE_END;
}
