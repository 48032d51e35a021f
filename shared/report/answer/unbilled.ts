import { computeRate, type Decimal, isPositive, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';

type Models = Pick<ReconciliationReport, 'byModel'>;
type Line = Models['byModel'][number];

const revenueOf = ({ unbilledRevenue }: Line): Decimal => toDecimal(unbilledRevenue ?? '0');

/** A price of nothing that the operator states is a cost that is known. */
const hasUnknownCost = (line: Line & { readonly estimatedCost?: string | null }): boolean =>
  line.unbilledRevenue !== undefined && line.estimatedCost !== '0';

/** Whether all that is sold of a model is sold at an unknown cost. */
const isUnbilled = (line: Line): boolean =>
  hasUnknownCost(line) && line.unbilledRevenue === line.revenue && line.cost === '0';

/** What is sold at a cost that no bill holds: a plain decimal, and the models, those with most revenue first. */
export function unbilledOf({ byModel }: Models): { readonly amount: string; readonly models: string[] } {
  const lines = byModel.filter(hasUnknownCost);
  return {
    amount: toPlainText(sumBy(lines, revenueOf)),
    models: lines.toSorted((a, b) => revenueOf(b).comparedTo(revenueOf(a)) ?? 0).map(({ model }) => model),
  };
}

/** The lines of models that a bill can say something about. */
export const billedLines = ({ byModel }: Models): readonly Line[] =>
  byModel.filter((line) => line.requests > 0 && !isUnbilled(line));

/** Whether a bill was given of which no row counts: costs are unknown, not 0. */
const isNothingBilled = ({ completeness, summary }: Pick<ReconciliationReport, 'completeness' | 'summary'>) =>
  completeness.upstreamCharges && summary.records.upstreamCharges.included === 0;

/** A part of a margin: of what has a bill. */
export function marginLess(
  margin: { readonly amount: string; readonly rate: number | null },
  revenue: string,
  unbilled: string,
): { readonly amount: string; readonly rate: number | null } {
  const part = toDecimal(margin.amount).minus(toDecimal(unbilled));
  const sold = toDecimal(revenue).minus(toDecimal(unbilled));
  return { amount: toPlainText(part), rate: isPositive(sold) ? computeRate(part, sold) : null };
}

const unknown = <TLine extends object>(line: TLine): TLine => ({
  ...line,
  cost: null,
  margin: null,
  ...('marginRate' in line && { marginRate: null }),
});

/**
 * A report as people see it: a cost that no bill holds is no 0 and makes no margin of 100 %. The report itself keeps
 * its sums, so that its tables add up.
 */
export function withKnownMargins<TReport extends Omit<ReconciliationReport, 'findings'>>(
  report: TReport,
): TReport {
  const { summary, byModel, byChannel } = report;
  const isUnknown = isNothingBilled(report);
  if (!isUnknown && !byModel.some(hasUnknownCost)) return report;
  // Days and customers have requests of all models.
  const partly = <TLine extends object>(line: TLine): TLine =>
    isUnknown ? unknown(line) : { ...line, margin: null };
  return {
    ...report,
    summary: {
      ...summary,
      margin: null,
      byDay: summary.byDay.map(partly),
      byUser: summary.byUser.map(partly),
    },
    byModel: byModel.map((line) => (isUnknown || isUnbilled(line) ? unknown(line) : line)),
    byChannel: byChannel.map((line) => (isUnknown || line.cost === '0' ? unknown(line) : line)),
  };
}
