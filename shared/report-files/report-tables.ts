import { exactAmount } from '../answer/exact-amount.ts';
import { withKnownMargins } from '../answer/unbilled.ts';
import type { Language } from '../language.ts';
import type { EstimateFigures } from '../prices/run-report.ts';
import type { Finding, ReconciliationReport } from '../schemas/report.ts';
import { type Column, csv, csvOf } from './csv.ts';
import { headIn } from './heads.ts';
import type { EvidenceRow } from './report-source.ts';

type Summary = ReconciliationReport['summary'];
type ModelLine = ReconciliationReport['byModel'][number];
type ChannelLine = ReconciliationReport['byChannel'][number];

const text = <TLine>(head: string, of: Column<TLine>['of']): Column<TLine> => ({ head, as: 'text', of });
const figure = <TLine>(head: string, of: Column<TLine>['of']): Column<TLine> => ({ head, as: 'figure', of });

const spaced = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

type ByCode = Summary['findings']['byCode'];

const findingColumns = (byCode: ByCode): readonly Column<Finding>[] => [
  text('id', ({ id }) => id),
  text('severity', ({ severity }) => severity),
  text('code', ({ code }) => code),
  text('title', ({ code }) => byCode[code]?.title),
  text('remedy', ({ code }) => byCode[code]?.remedy),
  // The exact decimal, where the number of the finding may have lost digits.
  figure('amount', exactAmount),
  text('message', ({ message }) => message),
  text('requestId', ({ requestId }) => requestId),
  text('transactionId', ({ transactionId }) => transactionId),
  text('model', ({ model }) => model),
  text('channelId', ({ channelId }) => channelId),
  text('userId', ({ details }) => spaced(details?.userId ?? details?.userIds)),
  // Ids of requests and payments stand one a line in a table of their own.
  text('upstreamIds', ({ details }) => spaced(details?.upstreamIds)),
];

const causeColumns = (byCode: ByCode): readonly Column<Summary['causes'][number]>[] => [
  text('side', ({ side }) => side),
  text('severity', ({ severity }) => severity),
  text('code', ({ code }) => code),
  text('model', ({ model }) => model),
  text('channelId', ({ channelId }) => channelId),
  figure('count', ({ count }) => count),
  figure('amount', ({ amount }) => amount),
  figure('counted', ({ counted }) => counted),
  text('title', ({ code }) => byCode[code]?.title),
  text('remedy', ({ code }) => byCode[code]?.remedy),
  text('findingId', ({ findingId }) => findingId),
];

const lineColumns = <TLine extends ModelLine | ChannelLine>(
  name: string,
  of: (line: TLine) => string,
): readonly Column<TLine>[] => [
  text(name, of),
  figure('requests', ({ requests }) => requests),
  figure('revenue', ({ revenue }) => revenue),
  figure('cost', ({ cost }) => cost),
  figure('margin', ({ margin }) => margin),
  figure('marginRate', ({ marginRate }) => marginRate),
  figure('matchedRequests', ({ matchedRequests }) => matchedRequests),
  figure('matchedMargin', ({ matchedMargin }) => matchedMargin),
];

const dayColumns: readonly Column<Summary['byDay'][number]>[] = [
  figure('day', ({ day }) => day),
  figure('requests', ({ requests }) => requests),
  figure('revenue', ({ revenue }) => revenue),
  figure('cost', ({ cost }) => cost),
  figure('margin', ({ margin }) => margin),
];

const userColumns: readonly Column<Summary['byUser'][number]>[] = [
  text('userId', ({ userId }) => userId),
  figure('requests', ({ requests }) => requests),
  figure('revenue', ({ revenue }) => revenue),
  figure('cost', ({ cost }) => cost),
  figure('margin', ({ margin }) => margin),
  figure('credited', ({ credited }) => credited),
];

type More = EstimateFigures & { readonly looseRevenue?: string; readonly unbilledRevenue?: string };

/** Figures that lines have only where prices were stated, or where a bill names no request. */
const moreColumns: readonly Column<More>[] = [
  figure('looseRevenue', ({ looseRevenue }) => looseRevenue),
  figure('unbilledRevenue', ({ unbilledRevenue }) => unbilledRevenue),
  figure('estimatedCost', ({ estimatedCost }) => estimatedCost),
  figure('estimatedMargin', ({ estimatedMargin }) => estimatedMargin),
];

/** Rows that findings rest on, one a line. */
const evidenceColumns: readonly Column<EvidenceRow>[] = [
  text('findingId', ({ findingId }) => findingId),
  text('ledger', ({ ledger }) => ledger),
  text('id', ({ id }) => id),
  figure('time', ({ at }) => at),
  figure('amount', ({ amount }) => amount),
  figure('expected', ({ expected }) => expected),
  figure('inputTokens', ({ inputTokens }) => inputTokens),
  figure('outputTokens', ({ outputTokens }) => outputTokens),
  text('file', ({ file }) => file),
  figure('row', ({ row }) => row),
];

/** A table with those of these columns that any of its lines has. */
const withMore = <TLine>(
  columns: readonly Column<TLine>[],
  lines: readonly TLine[],
  language: Language,
): string =>
  csv<TLine>(
    [
      ...columns,
      ...moreColumns.filter(({ of }) => lines.some((line) => of(line as More) !== undefined)),
    ] as Column<TLine>[],
    lines,
    headIn(language),
  );

/** The table of findings that do not fit into memory. */
export const findingsCsv = (
  findings: Iterable<Finding>,
  byCode: ByCode,
  language: Language,
): Generator<string> => csvOf(findingColumns(byCode), findings, headIn(language));

export const evidenceCsv = (rows: Iterable<EvidenceRow>, language: Language): Generator<string> =>
  csvOf(evidenceColumns, rows, headIn(language));

/** The tables of a report, each as the text of a CSV file of that name; heads are the reader's. */
export const reportTables = {
  findings: ({ findings, summary }, language) =>
    csv(findingColumns(summary.findings.byCode), findings, headIn(language)),
  causes: ({ summary }, language) =>
    csv(causeColumns(summary.findings.byCode), summary.causes, headIn(language)),
  'by-model': (report, language) =>
    withMore(
      lineColumns<ModelLine>('model', ({ model }) => model),
      withKnownMargins(report).byModel,
      language,
    ),
  'by-channel': (report, language) =>
    withMore(
      lineColumns<ChannelLine>('channelId', ({ channelId }) => channelId),
      withKnownMargins(report).byChannel,
      language,
    ),
  'by-user': (report, language) => withMore(userColumns, withKnownMargins(report).summary.byUser, language),
  'by-day': (report, language) => withMore(dayColumns, withKnownMargins(report).summary.byDay, language),
} as const satisfies Record<string, (report: ReconciliationReport, language: Language) => string>;
export type ReportTable = keyof typeof reportTables;
