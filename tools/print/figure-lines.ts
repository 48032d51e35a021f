import {
  buildComparedReport,
  type ComparedFigures,
  computeComparedFigures,
  isInOtherCurrency,
} from '#shared/report/answer/compared.ts';
import { formatAmount, formatAmounts, formatMarginRate } from '#shared/report/answer/format-amount.ts';
import type { EstimateFigures, RunReport } from '#shared/report/run-report.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { describeEstimate } from '#shared/report/words/estimate-words.ts';
import { describeConversions } from '#shared/report/words/rates-words.ts';
import { type ReportWords, reportWords } from '#shared/report/words/report-words.ts';
import type { MonthResult } from '../month/run-month.ts';
import { type Cell, formatTable, type Screen, wrapInStyle } from './screen.ts';

type ModelLine = RunReport['byModel'][number];

/** Models that are listed. The others are counted. */
const MODELS_SHOWN = 12;

const MODEL_COLUMNS = ['model', 'requests', 'revenue', 'cost', 'margin', 'marginRate'] as const;
const ESTIMATE_COLUMNS = ['estimatedCost', 'estimatedMargin'] as const;

/** Formats the cells of the given columns as money, with the decimal points of a column aligned. */
function formatColumnsOfMoney(rows: readonly (readonly Cell[])[], columns: readonly number[]): Cell[][] {
  const figures = new Map(
    columns.map((column) => [
      column,
      formatAmounts(rows.map((row) => (row[column] ?? null) as string | null)),
    ]),
  );
  return rows.map((row, at) => row.map((cell, column) => figures.get(column)?.[at] ?? cell));
}

/** Reason why there is no margin: the bill covers only a part, has no rows that count, or was not supplied. */
function reasonWithoutMargin({ completeness, summary }: RunReport): keyof ReportWords['unknownMargin'] {
  const { included, received } = summary.records.upstreamCharges;
  if (included > 0) return 'part';
  if (!completeness.upstreamCharges) return 'none';
  return received > 0 ? 'outside' : 'empty';
}

/** Formats the totals of the report as lines: revenue, cost, payments and margin. */
export function formatTotals({ report }: MonthResult, screen: Screen): string[] {
  const { currency } = report;
  const { revenue, cost, payments } = report.summary;
  const { margin, uncompared, unbilled } = computeComparedFigures(report);
  const words = reportWords[screen.language];
  const rows: Cell[][] = [];
  type Ledger = Parameters<typeof isInOtherCurrency>[1];
  const addRow = (ledger: Ledger, name: string, amounts: readonly (string | null)[]) =>
    rows.push([name, ...amounts.map((amount) => (isInOtherCurrency(report, ledger) ? null : amount))]);
  const usage = (ledger: Ledger, name: string, { gross, refunds, net, pending }: typeof revenue) =>
    addRow(ledger, name, [gross, refunds, null, null, net, pending]);
  const { tables } = viewWords[screen.language];
  usage('downstreamUsage', tables.revenue, revenue);
  if (cost) usage('upstreamCharges', tables.cost, cost);
  if (payments) {
    const { gross, refunds, chargebacks, fees, net, pending } = payments;
    addRow('payments', words.payments, [gross, refunds, chargebacks, fees, net, pending]);
  }
  const outside = (name: string, left: ComparedFigures['uncompared']) => {
    const parts = [
      left.revenue !== '0' && `${tables.revenue} ${formatAmount(left.revenue)} ${currency}`,
      left.cost !== '0' && `${tables.cost} ${formatAmount(left.cost)} ${currency}`,
    ].filter(Boolean);
    return parts.length === 0 ? [] : wrapInStyle('dim', '  ', `${name}${parts.join(words.comma)}`, screen);
  };
  const share =
    margin === null || margin.rate === null ? '' : ` (${formatMarginRate(margin.rate, screen.language)})`;
  const result = margin
    ? `${formatAmount(margin.amount)} ${currency}${share}`
    : words.unknownMargin[reasonWithoutMargin(report)];
  const isLoss = margin?.amount.startsWith('-') ?? false;
  return [
    screen.paint('bold', words.totals(currency)),
    ...formatTable(
      screen,
      ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
      [['', ...words.totalHeads], ...formatColumnsOfMoney(rows, [1, 2, 3, 4, 5, 6])],
    ),
    ...outside(words.uncompared, uncompared),
    ...outside(words.unbilled, unbilled),
    `  ${tables.margin}    ${screen.paint(isLoss ? 'red' : 'green', result)}`,
    ...[
      ...describeConversions(report.summary.converted ?? [], currency, screen.language),
      ...describeEstimate(report.summary, currency, screen.language),
    ].flatMap((line) => wrapInStyle('dim', '  ', line, screen)),
  ];
}

/** Formats the table of models as lines: requests, revenue, cost, margin, and estimates if prices were given. */
export function formatModels({ report }: MonthResult, screen: Screen): string[] {
  const { language } = screen;
  const words = reportWords[language];
  const lines: readonly (ModelLine & EstimateFigures)[] = buildComparedReport(report).byModel;
  const isEstimated = lines[0]?.estimatedCost !== undefined;
  const columns = [...MODEL_COLUMNS, ...(isEstimated ? ESTIMATE_COLUMNS : [])];
  const rows = lines.slice(0, MODELS_SHOWN).map((line) =>
    columns.map((name): Cell => {
      const value = line[name] ?? null;
      return name === 'marginRate' && value !== null ? formatMarginRate(Number(value), language) : value;
    }),
  );
  const more = lines.length - rows.length;
  const heads = columns.map((name) => viewWords[language].tables[name].toLowerCase());
  return [
    screen.paint('bold', words.models),
    ...formatTable(
      screen,
      heads.map((_, column) => (column === 0 ? 'left' : 'right')),
      [heads, ...formatColumnsOfMoney(rows, [2, 3, 4, 6, 7])],
    ),
    ...(more > 0 ? [screen.paint('dim', `  ${words.more(more)}`)] : []),
  ];
}
