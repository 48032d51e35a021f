import { UNASSIGNED } from '../../log-facts.ts';
import {
  compare,
  computeRate,
  type Decimal,
  exceeds,
  isPositive,
  sumBy,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import { type AnswerInput, isNegativeAmount, isTiny } from './answer-input.ts';
import { hasUnknownCost, isUnbilled, sumUnbilled } from './unbilled.ts';

type ModelRow = AnswerInput['byModel'][number] & {
  readonly estimatedCost?: string | null;
  readonly estimatedMargin?: string | null;
};

/** Margin of the days and models that log and bill both cover, and the money left out of it. Exact decimals. */
export interface ComparedFigures {
  readonly revenue: string;
  /** Null if no row of a bill counts. */
  readonly cost: string | null;
  readonly margin: { readonly amount: string; readonly rate: number | null } | null;
  /** Money on days that log and bill do not both cover. */
  readonly uncompared: { readonly revenue: string; readonly cost: string };
  /** Revenue of models that the bill does not contain, and cost that may belong to them. */
  readonly unbilled: { readonly revenue: string; readonly cost: string };
}

/** Parts of a report from which the compared figures are computed. */
export type Comparable = Pick<AnswerInput, 'byModel' | 'completeness'> & {
  readonly summary: Pick<
    AnswerInput['summary'],
    'revenue' | 'cost' | 'margin' | 'records' | 'requests' | 'findings' | 'tolerances'
  >;
};

const sumOf = (rows: readonly ModelRow[], of: (row: ModelRow) => string | null | undefined): Decimal =>
  sumBy(rows, (row) => toDecimal(of(row) ?? '0'));

/** Whether the bill rows have no request ids, so that log and bill are compared by totals instead of by request. */
export const isByTotals = ({ summary: { cost, requests, findings } }: Comparable): boolean =>
  cost !== null &&
  requests.matched === 0 &&
  !isTiny(cost.unattributed) &&
  !('ledger_ids_disjoint' in findings.byCode);

/** Whether all rows of a ledger are left out for their currency, so that their sum is unknown and not 0. */
export const isInOtherCurrency = (
  { summary: { records } }: { readonly summary: Pick<AnswerInput['summary'], 'records'> },
  ledger: keyof AnswerInput['summary']['records'],
): boolean => records[ledger].included === 0 && records[ledger].currencyExcluded > 0;

/** Share of the revenue above which requests without a bill row are left out of the margin. */
const UNMATCHED_MINOR = 0.05;

/** Revenue of requests without a bill row. 0 if there are few, or if the bill has no request ids. */
export function computeMissedRevenue(books: Comparable): Decimal {
  const { revenue, findings } = books.summary;
  const missed = toDecimal(isByTotals(books) ? '0' : (findings.byCode.unmatched_downstream?.amount ?? '0'));
  return exceeds(missed, toDecimal(revenue.net).times(UNMATCHED_MINOR)) ? missed : ZERO;
}

/**
 * Revenue whose cost is unknown: of models that no bill names, and of requests without a bill row if there are many.
 */
function unbilledRevenue(books: Comparable): Decimal {
  return toDecimal(sumUnbilled(books).amount).plus(computeMissedRevenue(books));
}

/** Cost of bill lines for names that were not sold. They may belong to models that seem unbilled. */
const unsoldCost = (rows: readonly ModelRow[]): Decimal =>
  sumOf(
    rows.filter(
      ({ requests, revenue, unbilledRevenue, billedWith }) =>
        (requests === 0 && billedWith === undefined) || unbilledRevenue === revenue,
    ),
    ({ cost }) => cost,
  );

/** Computes revenue, cost and margin of the days and models that log and bill both cover. */
export function computeComparedFigures(books: Comparable): ComparedFigures {
  const { byModel, summary } = books;
  const { revenue, cost, records, requests } = summary;
  const uncompared = {
    revenue: sumOf(byModel, ({ uncomparedRevenue }) => uncomparedRevenue),
    cost: sumOf(byModel, ({ uncomparedCost }) => uncomparedCost),
  };
  const unbilled = unbilledRevenue(books);
  const unsold = isPositive(unbilled) && isByTotals(books) ? unsoldCost(byModel) : ZERO;
  const sold = toDecimal(revenue.net).minus(uncompared.revenue).minus(unbilled);
  const billed = toDecimal(cost?.net ?? '0')
    .minus(uncompared.cost)
    .minus(unsold);
  const isBilled =
    cost !== null && records.upstreamCharges.included > 0 && records.downstreamUsage.included > 0;
  const hasMargin = isBilled && !(sold.isZero() && billed.isZero());
  const amount = sold.minus(billed);
  // Treat a negative margin as 0 if rounding can explain it.
  const isDust = amount.isNegative() && !isNegativeAmount(toPlainText(amount), requests.total, books);
  return {
    revenue: toPlainText(sold),
    cost: isBilled ? toPlainText(billed) : null,
    margin: hasMargin
      ? {
          amount: isDust ? '0' : toPlainText(amount),
          rate: isPositive(sold) ? (isDust ? 0 : computeRate(amount, sold)) : null,
        }
      : null,
    uncompared: { revenue: toPlainText(uncompared.revenue), cost: toPlainText(uncompared.cost) },
    unbilled: { revenue: toPlainText(unbilled), cost: toPlainText(unsold) },
  };
}

/** Returns the revenue that is compared or, if there is no margin because nothing is, all revenue. */
export function computeShownRevenue(books: Comparable): string {
  const { margin, revenue } = computeComparedFigures(books);
  return margin === null ? books.summary.revenue.net : revenue;
}

const rateOf = (margin: Decimal, revenue: Decimal): number | null =>
  isPositive(revenue) ? computeRate(margin, revenue) : null;

/** Subtracts from a table row the requests and the money that log and bill do not both cover. */
export function withoutUncompared<
  TRow extends Pick<
    ModelRow,
    'requests' | 'revenue' | 'cost' | 'margin' | 'uncomparedRequests' | 'uncomparedRevenue' | 'uncomparedCost'
  >,
>(row: TRow): TRow {
  const { uncomparedRequests = 0, uncomparedRevenue, uncomparedCost } = row;
  if (uncomparedRevenue === undefined && uncomparedCost === undefined) return row;
  const revenue = toDecimal(row.revenue).minus(toDecimal(uncomparedRevenue ?? '0'));
  const cost = toDecimal(row.cost ?? '0').minus(toDecimal(uncomparedCost ?? '0'));
  const margin = revenue.minus(cost);
  return {
    ...row,
    requests: row.requests - uncomparedRequests,
    revenue: toPlainText(revenue),
    cost: row.cost === null ? null : toPlainText(cost),
    margin: row.margin === null ? null : toPlainText(margin),
    ...('marginRate' in row && { marginRate: row.margin === null ? null : rateOf(margin, revenue) }),
  };
}

type TimeFigures = Omit<ReconciliationReport['summary']['byDay'][number], 'day'>;

/** Subtracts from a day or hour the revenue whose cost is in no bill, and the cost that may belong to it. */
export function withoutUnbilled<TRow extends TimeFigures>(day: TRow): TRow {
  const revenue = toDecimal(day.revenue).minus(toDecimal(day.unbilledRevenue ?? '0'));
  const cost = toDecimal(day.cost ?? '0').minus(toDecimal(day.unbilledCost ?? '0'));
  return {
    ...day,
    revenue: toPlainText(revenue),
    cost: day.cost === null ? null : toPlainText(cost),
    margin: day.margin === null ? null : toPlainText(revenue.minus(cost)),
  };
}

/** Whether a part of a day is not compared. */
export const hasUncompared = ({
  uncomparedRevenue,
  uncomparedCost,
}: Pick<ModelRow, 'uncomparedRevenue' | 'uncomparedCost'>): boolean =>
  !isTiny(uncomparedRevenue) || !isTiny(uncomparedCost);

/** Whether no request of a day in the report for display is compared, but the log or the bill has money on it. */
export const isUncompared = (
  row: Parameters<typeof hasUncompared>[0] & Pick<ModelRow, 'requests'>,
): boolean => row.requests === 0 && hasUncompared(row);

const addAll = (rows: readonly ModelRow[], field: keyof ModelRow): string | null =>
  rows.some((row) => (row[field] ?? null) === null)
    ? null
    : toPlainText(sumOf(rows, (row) => row[field] as string));

/** Merges the rows of models that share lines of a bill: `gpt-4o + my-best`. */
function joinRows(rows: readonly ModelRow[]): ModelRow {
  const sold = rows.filter(({ requests }) => requests > 0);
  const [first] = rows as readonly [ModelRow];
  if (rows.length === 1) return first;
  const lead = rows.find(({ model }) => model === first.billedWith) ?? first;
  const soldRows = [...(lead.requests > 0 ? [lead] : []), ...sold.filter((row) => row !== lead)];
  const names = (soldRows.length > 0 ? soldRows : [lead]).map(({ model }) => model);
  const [margin, revenue] = [addAll(rows, 'margin'), addAll(rows, 'revenue') ?? '0'];
  const { uncomparedRequests, uncomparedRevenue, uncomparedCost, unbilledRevenue, ...rest } = lead;
  return {
    ...rest,
    model: names.join(' + '),
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    revenue,
    cost: addAll(rows, 'cost'),
    margin,
    marginRate: margin === null ? null : rateOf(toDecimal(margin), toDecimal(revenue)),
    ...(lead.estimatedCost !== undefined && {
      estimatedCost: addAll(sold, 'estimatedCost'),
      estimatedMargin: addAll(sold, 'estimatedMargin'),
    }),
  };
}

const withoutMargin = <TLine extends object>(line: TLine): TLine => ({
  ...line,
  margin: null,
  ...('marginRate' in line && { marginRate: null }),
});

/** Replaces the cost of a row by null: a cost that is in no bill is unknown, not 0. */
const unknown = <TLine extends object>(line: TLine): TLine => ({ ...withoutMargin(line), cost: null });

/**
 * Removes the margin of the row without a name if other rows have an unknown cost: it contains their cost, but not
 * their revenue.
 */
function withoutCostOfOthers<TLine extends { readonly margin: string | null }>(
  lines: readonly TLine[],
  nameOf: (line: TLine) => string,
): TLine[] {
  const isOther = (line: TLine) => nameOf(line) !== UNASSIGNED;
  if (!lines.some((line) => isOther(line) && line.margin === null)) return [...lines];
  return lines.map((line) => (isOther(line) ? line : withoutMargin(line)));
}

const hasNoBill = ({ completeness, summary }: Comparable): boolean =>
  completeness.upstreamCharges && summary.records.upstreamCharges.included === 0;

/**
 * Builds the table by model for display, the lowest margin first: leaves out money that is not compared, and merges
 * models that the bill charges in the same lines.
 */
export function buildComparedModels(books: Comparable): ModelRow[] {
  const isUnknown = hasNoBill(books);
  const rows = books.byModel.map((row) =>
    isUnknown || isUnbilled(row) ? unknown(row) : withoutUncompared(row),
  );
  const groups = Map.groupBy(rows, ({ model, billedWith }) => billedWith ?? model);
  return [...groups.values()]
    .map((rows) => {
      const row = joinRows(rows);
      return { row, margin: toDecimal(row.margin ?? '0') };
    })
    .sort((a, b) => compare(a.margin, b.margin))
    .map(({ row }) => row);
}

/**
 * Builds a copy of the report for display. Its margin and tables leave out money that is not compared, such as days
 * that only the log covers. (`report.json` contains all sums.)
 */
export function buildComparedReport<TReport extends Omit<ReconciliationReport, 'findings'>>(
  report: TReport,
): TReport {
  const { summary, byModel, byChannel } = report;
  const isUnknown = hasNoBill(report);
  const isPartly = byModel.some(hasUnknownCost);
  // Reports of older versions do not say on which days revenue has no bill.
  const areDaysKnown = summary.byDay.some(({ unbilledRevenue }) => unbilledRevenue !== undefined);
  // If some models have no bill, the margin of each customer is unknown, because it may include such models.
  const partly = <TLine extends object>(line: TLine): TLine =>
    isUnknown ? unknown(line) : isPartly ? withoutMargin(line) : line;
  return {
    ...report,
    summary: {
      ...summary,
      margin: computeComparedFigures(report).margin,
      byDay: summary.byDay.map((line) => {
        const compared = withoutUncompared(line);
        return areDaysKnown && !isUnknown ? withoutUnbilled(compared) : partly(compared);
      }),
      byUser: withoutCostOfOthers(summary.byUser.map(partly), ({ userId }) => userId),
    },
    byModel: buildComparedModels(report),
    byChannel: withoutCostOfOthers(
      byChannel.map((line) => (isUnknown || (isPartly && line.cost === '0') ? unknown(line) : line)),
      ({ channelId }) => channelId,
    ),
  };
}
