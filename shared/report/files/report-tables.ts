import type { Language } from '../../language.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { buildComparedReport } from '../answer/compared.ts';
import { readCountedAmount, readExactAmount } from '../answer/findings-of-cause.ts';
import { listTotalRows, TOTAL_LABELS } from '../answer/table-totals.ts';
import { type CsvColumn, formatCsv } from './csv.ts';
import type { EvidenceRow, RejectedRow } from './report-source.ts';

type Summary = ReconciliationReport['summary'];
type ByCode = Summary['findings']['byCode'];

const text = <TLine>(head: string, of: CsvColumn<TLine>['of']): CsvColumn<TLine> => ({
  head,
  as: 'text',
  of,
});

/** Creates a function that builds columns from names of fields. */
const columnsFor =
  (as: 'text' | 'figure') =>
  <TLine>(...heads: readonly (keyof TLine & string)[]): CsvColumn<TLine>[] =>
    heads.map((head) => ({ head, as, of: (line) => line[head] as ReturnType<CsvColumn<TLine>['of']> }));
const texts = columnsFor('text');
const figures = columnsFor('figure');

const spaced = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

/** Whose money the findings of each code are. */
const sidesByCode = ({ causes }: Pick<Summary, 'causes'>): ReadonlyMap<string, string> =>
  new Map(causes.flatMap(({ code, side }) => (side === null ? [] : [[code, side]])));

/** Columns of findings: `side` is empty if nothing of the amount counts, or if no action is needed. */
const findingColumns = (
  byCode: ByCode,
  sides: ReadonlyMap<string, string>,
): readonly CsvColumn<Finding>[] => [
  text('findingId', ({ id }) => id),
  text('side', (finding) => (readCountedAmount(finding) === '0' ? '' : sides.get(finding.code))),
  ...texts<Finding>('severity', 'code'),
  text('title', ({ code }) => byCode[code]?.title),
  text('remedy', ({ code }) => byCode[code]?.remedy),
  // Write the exact decimal instead of the JSON number, which may have lost digits.
  { head: 'amount', as: 'figure', of: readExactAmount },
  { head: 'counted', as: 'figure', of: readCountedAmount },
  ...texts<Finding>('message', 'requestId', 'transactionId', 'model', 'channelId'),
  text('userId', ({ details }) => spaced(details?.userId ?? details?.userIds)),
  // Leave out ids of requests and payments: requests.csv lists them, one per row.
  text('upstreamIds', ({ details }) => spaced(details?.upstreamIds)),
];

type Cause = Summary['causes'][number];
const causeColumns = (byCode: ByCode): readonly CsvColumn<Cause>[] => [
  ...texts<Cause>('side', 'severity', 'code', 'model', 'channelId'),
  ...figures<Cause>('count', 'amount', 'counted'),
  text('title', ({ code }) => byCode[code]?.title),
  text('remedy', ({ code }) => byCode[code]?.remedy),
  ...texts<Cause>('findingId'),
];

const FIGURES = ['requests', 'revenue', 'cost', 'margin'] as const;
const LINE_FIGURES = [...FIGURES, 'marginRate', 'matchedRequests', 'matchedMargin'] as const;
/** Optional columns: present with prices, or with a bill without request ids. */
const MORE = ['looseRevenue', 'unbilledRevenue', 'estimatedCost', 'estimatedMargin'] as const;

type Table = Parameters<typeof listTotalRows>[0];
/** Row of a table by column. */
type Line = Readonly<Partial<Record<string, string | number | null>>>;

/**
 * Formats a table of the compared report: name, figures, and the optional columns that some row has. Below its rows are
 * the total and how the rows differ from it, as on the page.
 */
function lineTable(
  table: Table,
  name: string,
  columns: readonly string[],
  report: ListedReport,
  language: Language,
) {
  const { summary, ...tables } = buildComparedReport(report);
  const { byUser, byDay } = summary;
  const lines: readonly object[] = { ...tables, byUser, byDay }[table];
  const rows = lines as readonly Line[];
  const filled = MORE.filter((column) => rows.some((row) => row[column] !== undefined));
  const heads = [...columns, ...filled];
  const totals = listTotalRows(table, rows, heads, report).map(({ kind, figures: sums }) => ({
    ...sums,
    [name]: TOTAL_LABELS[kind][language],
  }));
  return formatCsv([...texts<Line>(name), ...figures<Line>(...heads)], [...rows, ...totals], language);
}

/** Formats the evidence rows of findings as CSV. */
export const formatEvidence = (rows: Iterable<EvidenceRow>, language: Language): Generator<string> =>
  formatCsv(
    [
      ...texts<EvidenceRow>('findingId', 'ledger', 'id'),
      { head: 'time', as: 'figure', of: ({ at }) => at },
      ...figures<EvidenceRow>('amount', 'expected', 'inputTokens', 'outputTokens'),
      ...texts<EvidenceRow>('file'),
      ...figures<EvidenceRow>('row'),
    ],
    rows,
    language,
  );

/** Formats the rows that could not be read as CSV. */
export const formatRejected = (rows: Iterable<RejectedRow>, language: Language): Generator<string> =>
  formatCsv(
    [
      ...texts<RejectedRow>('file'),
      ...figures<RejectedRow>('row'),
      text<RejectedRow>('reason', ({ reason }) => reason[language]),
    ],
    rows,
    language,
  );

/** A report with an iterable of findings, which need not fit into memory. */
export type ListedReport = Omit<ReconciliationReport, 'findings'> & { readonly findings: Iterable<Finding> };

/** Generators of the tables of a report as CSV, by the name of the file. Headings are in the language. */
export const reportTables = {
  findings: ({ findings, summary }, language) =>
    formatCsv(findingColumns(summary.findings.byCode, sidesByCode(summary)), findings, language),
  causes: ({ summary }, language) =>
    formatCsv(causeColumns(summary.findings.byCode), summary.causes, language),
  'by-model': (report, language) => lineTable('byModel', 'model', LINE_FIGURES, report, language),
  'by-channel': (report, language) => lineTable('byChannel', 'channelId', LINE_FIGURES, report, language),
  'by-user': (report, language) => lineTable('byUser', 'userId', [...FIGURES, 'credited'], report, language),
  'by-day': (report, language) => lineTable('byDay', 'day', FIGURES, report, language),
} as const satisfies Record<string, (report: ListedReport, language: Language) => Iterable<string>>;
/** Name of a table file, without `.csv`. */
export type ReportTable = keyof typeof reportTables;
