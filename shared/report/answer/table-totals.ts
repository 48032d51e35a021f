import {
  computeRate,
  type Decimal,
  isPositive,
  sumBy,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { Sentence } from '../../sentence.ts';
import { type AnswerInput, isTiny } from './answer-input.ts';
import { type Comparable, type ComparedFigures, computeComparedFigures } from './compared.ts';
import { countOnlyBilled } from './scope.ts';

/** Figures of a table row by column: exact decimals, counts, or null for unknown figures. */
type Figures = Readonly<Partial<Record<string, string | number | null>>>;

/** Name of a table of a report. */
type Table = 'byModel' | 'byChannel' | 'byUser' | 'byDay';

/** Row below a table. */
export interface TotalRow {
  readonly kind: keyof typeof TOTAL_LABELS;
  readonly figures: Figures;
}

/** Labels of the rows below a table. */
export const TOTAL_LABELS = {
  notCompared: { en: 'Of these, not compared', zh: '其中未参与比较' },
  onlyBilled: { en: 'Of these, only in the bill', zh: '其中仅在账单中' },
  inNoRow: { en: 'Not in any row above', zh: '不在以上各行' },
  total: { en: 'Total', zh: '合计' },
  outside: { en: 'Not compared', zh: '未参与比较' },
} as const satisfies Record<string, Sentence>;

/** Columns that cannot be added up. */
const NOT_SUMMED: ReadonlySet<string> = new Set(['marginRate', 'delta']);

const amountOf = (figure: string | number | null | undefined): Decimal => toDecimal(figure ?? '0');

/** Sum of a column. Null if a figure is unknown in every row, or in some row of a cost or margin. */
function sumColumn(rows: readonly Figures[], column: string): string | number | null {
  const values = rows.map((row) => row[column] ?? null);
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || (known.length < values.length && /margin|cost/i.test(column))) return null;
  const sum = toPlainText(sumBy(known, amountOf));
  return known.every((value) => typeof value === 'number') ? Number(sum) : sum;
}

/** Sums rows of a table, with the margin rate of the sums. */
export function sumRows(rows: readonly Figures[], columns: readonly string[]): Figures {
  const summed = columns.filter((column) => !NOT_SUMMED.has(column));
  const sums: Figures = Object.fromEntries(summed.map((column) => [column, sumColumn(rows, column)]));
  const [margin, revenue] = [sums.margin ?? null, amountOf(sums.revenue)];
  return {
    ...sums,
    ...(margin !== null && !revenue.isZero() && { marginRate: computeRate(amountOf(margin), revenue) }),
  };
}

/** Figures without those that are 0. */
const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== '0' && figure !== 0));

/** Differences of the compared figures from the sums of the rows: those of the sign that `isIn` selects. */
function listDifferences(
  rows: readonly Figures[],
  { revenue, cost, margin }: ComparedFigures,
  requests: number,
  isIn: (difference: Decimal) => boolean,
): Figures | undefined {
  const differenceOf = (column: string, figure: string | number | null) => {
    const difference = amountOf(figure).minus(sumBy(rows, (row) => amountOf(row[column])));
    return figure !== null && isIn(difference) ? difference : ZERO;
  };
  const [sold, billed] = [differenceOf('revenue', revenue), differenceOf('cost', cost)];
  const count = Number(toPlainText(differenceOf('requests', requests)));
  if (sold.isZero() && billed.isZero() && count === 0) return undefined;
  const isKnown = margin !== null && rows.every((row) => (row.margin ?? null) !== null);
  return withoutZeros({
    requests: count,
    revenue: toPlainText(sold),
    cost: toPlainText(billed),
    margin: isKnown ? toPlainText(sold.minus(billed)) : null,
  });
}

/**
 * Lists the rows below a table with all its rows: how the rows differ from the total (`notCompared` with negative
 * figures, `onlyBilled` for requests that the log lacks, `inNoRow` with positive figures, such as the cost of a bill
 * that does not name channels), the `total`, whose figures are those of the first lines, and money that is not compared
 * and in no row (`outside`). A row with an unknown cost counts as 0 in the sum of costs.
 * @param columns columns of the table without its names
 */
export function listTotalRows(
  table: Table,
  rows: readonly Figures[],
  columns: readonly string[],
  report: Comparable & { readonly summary: Partial<AnswerInput['summary']> },
): TotalRow[] {
  const { byModel, summary } = report;
  const onlyBilled = columns.includes('requests') ? countOnlyBilled(summary) : 0;
  const compared = computeComparedFigures(report);
  const { revenue, cost, margin, uncompared } = compared;
  const uncomparedRequests = byModel.reduce((sum, row) => sum + (row.uncomparedRequests ?? 0), 0);
  const requests = byModel.reduce((sum, row) => sum + row.requests, -uncomparedRequests);
  const notCompared = listDifferences(rows, compared, requests, (difference) => difference.isNegative());
  const inNoRow = listDifferences(rows, compared, requests, isPositive);
  const hasOutside =
    (table === 'byModel' || table === 'byDay') && !(isTiny(uncompared.revenue) && isTiny(uncompared.cost));
  const total = {
    ...sumRows(rows, columns),
    ...{ revenue, cost, margin: margin?.amount ?? null, marginRate: margin?.rate ?? null },
    requests: requests - onlyBilled,
  };
  return [
    ...(notCompared ? [{ kind: 'notCompared', figures: notCompared } as const] : []),
    ...(onlyBilled > 0 ? [{ kind: 'onlyBilled', figures: { requests: -onlyBilled } } as const] : []),
    ...(inNoRow ? [{ kind: 'inNoRow', figures: inNoRow } as const] : []),
    { kind: 'total', figures: total },
    ...(hasOutside
      ? [
          {
            kind: 'outside',
            figures: withoutZeros({ ...uncompared, requests: uncomparedRequests }),
          } as const,
        ]
      : []),
  ];
}
