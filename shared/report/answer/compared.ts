import {
  computeRate,
  type Decimal,
  isPositive,
  sumBy,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import { type AnswerInput, isNegativeAmount, isNone } from './answer-input.ts';
import { hasUnknownCost, isUnbilled, unbilledOf } from './unbilled.ts';

type ModelRow = AnswerInput['byModel'][number] & {
  readonly estimatedCost?: string | null;
  readonly estimatedMargin?: string | null;
};

/** Margin of the rows that log and bill both cover, and what is left out of it. Exact decimals. */
export interface ComparedFigures {
  readonly revenue: string;
  /** `null` without a bill row that counts. */
  readonly cost: string | null;
  readonly margin: { readonly amount: string; readonly rate: number | null } | null;
  /** On days that log and bill do not both cover. */
  readonly uncompared: { readonly revenue: string; readonly cost: string };
  /** Revenue of models that the bill does not contain, and cost that may be theirs. */
  readonly unbilled: { readonly revenue: string; readonly cost: string };
}

type Comparable = Pick<AnswerInput, 'byModel' | 'completeness'> & {
  readonly summary: Pick<
    AnswerInput['summary'],
    'revenue' | 'cost' | 'margin' | 'records' | 'requests' | 'findings' | 'tolerances'
  >;
};

const sumOf = (rows: readonly ModelRow[], of: (row: ModelRow) => string | null | undefined): Decimal =>
  sumBy(rows, (row) => toDecimal(of(row) ?? '0'));

/** Whether the bill has no request ids, so that requests and bill are compared by totals. */
export const isByTotals = ({ summary: { cost, requests, findings } }: Comparable): boolean =>
  cost !== null &&
  requests.matched === 0 &&
  !isNone(cost.unattributed) &&
  !('ledger_ids_disjoint' in findings.byCode);

/** With more of the revenue than this, requests without their bill row are left out of the margin. */
const UNMATCHED_MINOR = 0.05;

/** Revenue at an unknown cost: of models that no bill names, and of requests that miss their bill row if there are many. */
function unbilledRevenue(books: Comparable): Decimal {
  const { revenue, findings } = books.summary;
  const amount = toDecimal(unbilledOf(books).amount);
  const missed = toDecimal(isByTotals(books) ? '0' : (findings.byCode.unmatched_downstream?.amount ?? '0'));
  const isMany = missed.minus(toDecimal(revenue.net).times(UNMATCHED_MINOR));
  return isPositive(isMany) ? amount.plus(missed) : amount;
}

/** Cost of bill lines for names that were not sold. They may belong to models that seem unbilled. */
const loneCost = (rows: readonly ModelRow[]): Decimal =>
  sumOf(
    rows.filter(({ requests, revenue, unbilledRevenue }) => requests === 0 || unbilledRevenue === revenue),
    ({ cost }) => cost,
  );

export function comparedFigures(books: Comparable): ComparedFigures {
  const { byModel, summary } = books;
  const { revenue, cost, records, requests } = summary;
  const uncompared = {
    revenue: sumOf(byModel, ({ uncomparedRevenue }) => uncomparedRevenue),
    cost: sumOf(byModel, ({ uncomparedCost }) => uncomparedCost),
  };
  const unbilled = unbilledRevenue(books);
  const beside = isPositive(unbilled) && isByTotals(books) ? loneCost(byModel) : ZERO;
  const sold = toDecimal(revenue.net).minus(uncompared.revenue).minus(unbilled);
  const billed = toDecimal(cost?.net ?? '0')
    .minus(uncompared.cost)
    .minus(beside);
  const isBilled =
    cost !== null && records.upstreamCharges.included > 0 && records.downstreamUsage.included > 0;
  const hasMargin = isBilled && !(sold.isZero() && billed.isZero());
  const amount = sold.minus(billed);
  // A deficit of rounding alone is none.
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
    unbilled: { revenue: toPlainText(unbilled), cost: toPlainText(beside) },
  };
}

const rateOf = (margin: Decimal, revenue: Decimal): number | null =>
  isPositive(revenue) ? computeRate(margin, revenue) : null;

/** A row without what log and bill do not both cover. */
function withoutUncompared<
  TRow extends {
    readonly revenue: string;
    readonly cost: string | null;
    readonly margin: string | null;
    readonly uncomparedRevenue?: string;
    readonly uncomparedCost?: string;
  },
>(row: TRow): TRow {
  const { uncomparedRevenue, uncomparedCost } = row;
  if (uncomparedRevenue === undefined && uncomparedCost === undefined) return row;
  const revenue = toDecimal(row.revenue).minus(toDecimal(uncomparedRevenue ?? '0'));
  const cost = toDecimal(row.cost ?? '0').minus(toDecimal(uncomparedCost ?? '0'));
  const margin = revenue.minus(cost);
  return {
    ...row,
    revenue: toPlainText(revenue),
    cost: row.cost === null ? null : toPlainText(cost),
    margin: row.margin === null ? null : toPlainText(margin),
    ...('marginRate' in row && { marginRate: row.margin === null ? null : rateOf(margin, revenue) }),
  };
}

const addAll = (rows: readonly ModelRow[], field: keyof ModelRow): string | null =>
  rows.some((row) => (row[field] ?? null) === null)
    ? null
    : toPlainText(sumOf(rows, (row) => row[field] as string));

/** Joins models that share lines of a bill into one row: `gpt-4o + my-best`. */
function joinRows(rows: readonly ModelRow[]): ModelRow {
  const sold = rows.filter(({ requests }) => requests > 0);
  const [first] = rows as readonly [ModelRow];
  if (rows.length === 1) return first;
  const lead = rows.find(({ model }) => model === first.billedWith) ?? first;
  const named = [...(lead.requests > 0 ? [lead] : []), ...sold.filter((row) => row !== lead)];
  const names = (named.length > 0 ? named : [lead]).map(({ model }) => model);
  const [margin, revenue] = [addAll(rows, 'margin'), addAll(rows, 'revenue') ?? '0'];
  const { uncomparedRevenue, uncomparedCost, unbilledRevenue, ...rest } = lead;
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

/** A cost that is in no bill is unknown, not 0. */
const unknown = <TLine extends object>(line: TLine): TLine => ({
  ...line,
  cost: null,
  margin: null,
  ...('marginRate' in line && { marginRate: null }),
});

const hasNoBill = ({ completeness, summary }: Comparable): boolean =>
  completeness.upstreamCharges && summary.records.upstreamCharges.included === 0;

/** Rows of models as people see them: without what is not compared, and models that share a bill in one row. */
export function comparedModels(books: Comparable): ModelRow[] {
  const isUnknown = hasNoBill(books);
  const rows = books.byModel.map((row) =>
    isUnknown || isUnbilled(row) ? unknown(row) : withoutUncompared(row),
  );
  const groups = Map.groupBy(rows, ({ model, billedWith }) => billedWith ?? model);
  return [...groups.values()]
    .map(joinRows)
    .toSorted((a, b) => toDecimal(a.margin ?? '0').comparedTo(toDecimal(b.margin ?? '0')) ?? 0);
}

/** A report as people see it: its tables are of the rows that the first lines are about. `report.json` keeps all sums. */
export function comparedReport<TReport extends Omit<ReconciliationReport, 'findings'>>(
  report: TReport,
): TReport {
  const { summary, byModel, byChannel } = report;
  const isUnknown = hasNoBill(report);
  const isPartly = byModel.some(hasUnknownCost);
  // Days and customers have requests of all models.
  const partly = <TLine extends object>(line: TLine): TLine =>
    isUnknown ? unknown(line) : isPartly ? { ...line, margin: null } : line;
  return {
    ...report,
    summary: {
      ...summary,
      margin: comparedFigures(report).margin,
      byDay: summary.byDay.map((line) => partly(withoutUncompared(line))),
      byUser: summary.byUser.map(partly),
    },
    byModel: comparedModels(report),
    byChannel: byChannel.map((line) => (isUnknown || (isPartly && line.cost === '0') ? unknown(line) : line)),
  };
}
