import type { Language } from '../../language.ts';

/** One column of a table: its head, and what stands below it in each line. */
export interface Column<TLine> {
  readonly head: string;
  /** `text` is whatever rows carry and is guarded; `figure` is a decimal, a count or a date of our own, written as it is. */
  readonly as: 'text' | 'figure';
  readonly of: (line: TLine) => string | number | null | undefined;
}

/** Heads of tables in Chinese, by what programs call the same column. */
const CHINESE: Readonly<Record<string, string>> = {
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
  model: '模型',
  channelId: '渠道',
  userId: '客户',
  requestIds: '各请求 ID',
  upstreamIds: '各上游 ID',
  transactionIds: '各充值 ID',
  count: '数量',
  findingId: '问题编号',
  requests: '请求数',
  revenue: '收入',
  cost: '成本',
  margin: '毛利',
  marginRate: '毛利率',
  matchedRequests: '已匹配请求数',
  matchedMargin: '已匹配毛利',
  day: '日期',
  credited: '已入账',
  looseRevenue: '未匹配账单的收入',
  unbilledRevenue: '没有账单的收入',
  estimatedCost: '估算成本',
  estimatedMargin: '估算毛利',
  ledger: '账本',
  time: '时间',
  expected: '应收',
  inputTokens: '输入 token',
  outputTokens: '输出 token',
  file: '文件',
  row: '行',
  reason: '原因',
};

/** What a column is called: in English by the name that programs know. */
const headIn = (head: string, language: Language): string =>
  language === 'en' ? head : (CHINESE[head] ?? head);

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
