import { exactAmount } from '../answer/exact-amount.ts';
import type { EstimateFigures } from '../prices/run-report.ts';
import type { Finding, ReconciliationReport } from '../schemas/report.ts';
import { type Column, csv, csvOf } from './csv.ts';

type Summary = ReconciliationReport['summary'];
type ModelLine = ReconciliationReport['byModel'][number];
type ChannelLine = ReconciliationReport['byChannel'][number];

const text = <TLine>(head: string, of: Column<TLine>['of']): Column<TLine> => ({ head, as: 'text', of });
const figure = <TLine>(head: string, of: Column<TLine>['of']): Column<TLine> => ({ head, as: 'figure', of });

const spaced = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

const findingColumns: readonly Column<Finding>[] = [
  text('id', ({ id }) => id),
  text('severity', ({ severity }) => severity),
  text('code', ({ code }) => code),
  // The exact decimal, where the number of the finding may have lost digits.
  figure('amount', exactAmount),
  text('message', ({ message }) => message),
  text('requestId', ({ requestId }) => requestId),
  text('transactionId', ({ transactionId }) => transactionId),
  text('model', ({ model }) => model),
  text('channelId', ({ channelId }) => channelId),
  text('userId', ({ details }) => spaced(details?.userId ?? details?.userIds)),
  text('requestIds', ({ details }) => spaced(details?.requestIds)),
  text('upstreamIds', ({ details }) => spaced(details?.upstreamIds)),
  text('transactionIds', ({ details }) => spaced(details?.transactionIds)),
];

const causeColumns = (
  byCode: Summary['findings']['byCode'],
): readonly Column<Summary['causes'][number]>[] => [
  text('severity', ({ severity }) => severity),
  text('code', ({ code }) => code),
  text('model', ({ model }) => model),
  text('channelId', ({ channelId }) => channelId),
  figure('count', ({ count }) => count),
  figure('amount', ({ amount }) => amount),
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

type More = EstimateFigures & { readonly looseRevenue?: string };

/** Figures that lines have only where prices were stated, or where a bill names no request. */
const moreColumns: readonly Column<More>[] = [
  figure('looseRevenue', ({ looseRevenue }) => looseRevenue),
  figure('estimatedCost', ({ estimatedCost }) => estimatedCost),
  figure('estimatedMargin', ({ estimatedMargin }) => estimatedMargin),
];

/** A table with those of these columns that any of its lines has. */
const withMore = <TLine>(columns: readonly Column<TLine>[], lines: readonly TLine[]): string =>
  csv<TLine>(
    [
      ...columns,
      ...moreColumns.filter(({ of }) => lines.some((line) => of(line as More) !== undefined)),
    ] as Column<TLine>[],
    lines,
  );

/** The table of findings that do not fit into memory. */
export const findingsCsv = (findings: AsyncIterable<Finding>): AsyncGenerator<string> =>
  csvOf(findingColumns, findings);

/** The tables of a report, each as the text of a CSV file of that name. */
export const reportTables = {
  findings: ({ findings }) => csv(findingColumns, findings),
  causes: ({ summary }) => csv(causeColumns(summary.findings.byCode), summary.causes),
  'by-model': ({ byModel }) =>
    withMore(
      lineColumns<ModelLine>('model', ({ model }) => model),
      byModel,
    ),
  'by-channel': ({ byChannel }) =>
    withMore(
      lineColumns<ChannelLine>('channelId', ({ channelId }) => channelId),
      byChannel,
    ),
  'by-user': ({ summary }) => withMore(userColumns, summary.byUser),
  'by-day': ({ summary }) => withMore(dayColumns, summary.byDay),
} as const satisfies Record<string, (report: ReconciliationReport) => string>;
export type ReportTable = keyof typeof reportTables;
