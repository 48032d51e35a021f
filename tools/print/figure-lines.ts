import { percent, shown, shownInColumn } from '#shared/answer/shown.ts';
import { conversions } from '#shared/words/rates-words.ts';
import { reportWords } from '#shared/words/report-words.ts';
import type { Cell } from '../text-table.ts';
import { type Printed, type Screen, styled, table } from './screen.ts';

/** Models that are listed; the rest is counted. */
const MODELS_SHOWN = 12;

/** Money of each column, the points of its figures in one line. */
function withColumns(rows: readonly (readonly Cell[])[], columns: readonly number[]): Cell[][] {
  const figures = new Map(
    columns.map((column) => [
      column,
      shownInColumn(rows.map((row) => (row[column] ?? null) as string | null)),
    ]),
  );
  return rows.map((row, at) => row.map((cell, column) => figures.get(column)?.[at] ?? cell));
}

export function totalsSection({ report }: Printed, screen: Screen): string[] {
  const { currency } = report;
  const { revenue, cost, margin, payments } = report.summary;
  const words = reportWords[screen.language];
  const rows: Cell[][] = [];
  const usage = (name: string, { gross, refunds, net, pending }: typeof revenue) =>
    rows.push([name, gross, refunds, null, null, net, pending]);
  usage(words.revenue, revenue);
  if (cost) usage(words.cost, cost);
  if (payments) {
    const { gross, refunds, chargebacks, fees, net, pending } = payments;
    rows.push([words.payments, gross, refunds, chargebacks, fees, net, pending]);
  }
  const share = margin === null || margin.rate === null ? '' : ` (${percent(margin.rate)})`;
  const result = margin ? `${shown(margin.amount)} ${currency}${share}` : words.unknownMargin;
  const isLoss = margin?.amount.startsWith('-') ?? false;
  return [
    screen.paint('bold', words.totals(currency)),
    ...table(
      screen,
      ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
      [['', ...words.totalHeads], ...withColumns(rows, [1, 2, 3, 4, 5, 6])],
    ),
    `  ${words.margin}    ${screen.paint(isLoss ? 'red' : 'green', result)}`,
    ...conversions(report.summary.converted ?? [], currency, screen.language).flatMap((line) =>
      styled('dim', '  ', line, screen),
    ),
  ];
}

export function modelSection({ report: { byModel } }: Printed, screen: Screen): string[] {
  const words = reportWords[screen.language];
  const rows = byModel
    .slice(0, MODELS_SHOWN)
    .map(({ model, requests, revenue, cost, margin, marginRate }) => [
      ...[model, requests, revenue, cost, margin],
      marginRate === null ? null : percent(marginRate),
    ]);
  const more = byModel.length - rows.length;
  return [
    screen.paint('bold', words.models),
    ...table(
      screen,
      ['left', 'right', 'right', 'right', 'right', 'right'],
      [words.modelHeads, ...withColumns(rows, [2, 3, 4])],
    ),
    ...(more > 0 ? [screen.paint('dim', `  ${words.more(more)}`)] : []),
  ];
}
