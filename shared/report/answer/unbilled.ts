import { type Decimal, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';

type Line = ReconciliationReport['byModel'][number];
interface Models {
  readonly byModel: readonly Line[];
}

const revenueOf = ({ unbilledRevenue }: Line): Decimal => toDecimal(unbilledRevenue ?? '0');

/** Whether the cost of a part of the model is unknown. With a price of 0 from the operator, it is known. */
export const hasUnknownCost = (line: Line & { readonly estimatedCost?: string | null }): boolean =>
  line.unbilledRevenue !== undefined && line.estimatedCost !== '0';

/** Whether the cost of the whole model is unknown. */
export const isUnbilled = (line: Line): boolean =>
  hasUnknownCost(line) && line.unbilledRevenue === line.revenue && line.cost === '0';

/** Revenue whose cost is in no bill, as a plain decimal, and its models, the most revenue first. */
export function unbilledOf({ byModel }: Models): { readonly amount: string; readonly models: string[] } {
  const lines = byModel.filter(hasUnknownCost);
  return {
    amount: toPlainText(sumBy(lines, revenueOf)),
    models: lines.toSorted((a, b) => revenueOf(b).comparedTo(revenueOf(a)) ?? 0).map(({ model }) => model),
  };
}
