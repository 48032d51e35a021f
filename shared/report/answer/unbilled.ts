import { UNASSIGNED } from '../../log-facts.ts';
import { type Decimal, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import { isTiny } from './answer-input.ts';

type Line = ReconciliationReport['byModel'][number];
interface Models {
  readonly byModel: readonly Line[];
}

const revenueOf = ({ unbilledRevenue }: Line): Decimal => toDecimal(unbilledRevenue ?? '0');

/**
 * Whether a model has requests whose cost is in no bill, and whose estimated cost at the operator's prices is not 0.
 */
export const hasUnknownCost = (line: Line & { readonly estimatedCost?: string | null }): boolean =>
  line.unbilledRevenue !== undefined && line.estimatedCost !== '0';

/** Whether the bill contains none of the requests of a model, so that its cost is unknown (see `hasUnknownCost`). */
export const isUnbilled = (line: Line): boolean =>
  hasUnknownCost(line) && line.unbilledRevenue === line.revenue && line.cost === '0';

/** Whether the bill names a model that was not sold, and that is not billed together with a sold one. */
export const isUnsold = ({ model, requests, cost, billedWith }: Line): boolean =>
  requests === 0 && model !== UNASSIGNED && billedWith === undefined && !isTiny(cost);

/** Sums the revenue of requests whose cost is in no bill, and lists their models, the most revenue first. */
export function sumUnbilled({ byModel }: Models): { readonly amount: string; readonly models: string[] } {
  const lines = byModel.filter(hasUnknownCost);
  return {
    amount: toPlainText(sumBy(lines, revenueOf)),
    models: lines.toSorted((a, b) => revenueOf(b).comparedTo(revenueOf(a)) ?? 0).map(({ model }) => model),
  };
}
