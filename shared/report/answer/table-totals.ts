import { type Decimal, isPositive, sumBy, toDecimal, toPlainText, ZERO } from '../../money/money.ts';
import type { ComparedFigures } from './compared.ts';

/** Money of a table row. Null if unknown. */
interface RowMoney {
  readonly revenue: string;
  readonly cost: string | null;
  readonly margin: string | null;
}

/** Total of a table with all rows, and what must be added to the sum of its rows to get the total. */
export interface TableTotals {
  /** The figures of the first lines. */
  readonly total: RowMoney & { readonly marginRate: number | null };
  /** Negative amounts: money in the rows that is not compared. Undefined if there is none. */
  readonly notCompared: RowMoney | undefined;
  /** Positive amounts: money that is in no row, such as the cost of a bill that does not name channels. */
  readonly inNoRow: RowMoney | undefined;
}

/**
 * Returns the total of a table, and how it differs from the sum of the rows. The total is `figures`, which the first
 * lines of the report show, too. A row with an unknown cost counts as 0 in the sum of costs; then the margin of the
 * differences is unknown.
 */
export function computeTableTotals(rows: readonly RowMoney[], figures: ComparedFigures): TableTotals {
  const { revenue, cost, margin } = figures;
  const sumOf = (name: 'revenue' | 'cost') => sumBy(rows, (row) => toDecimal(row[name] ?? '0'));
  const isKnown = margin !== null && rows.every((row) => row.margin !== null);
  const differences = {
    revenue: toDecimal(revenue).minus(sumOf('revenue')),
    cost: cost === null ? ZERO : toDecimal(cost).minus(sumOf('cost')),
  };
  const differenceIf = (isIn: (amount: Decimal) => boolean): RowMoney | undefined => {
    const [sold, billed] = [differences.revenue, differences.cost].map((sum) => (isIn(sum) ? sum : ZERO)) as [
      Decimal,
      Decimal,
    ];
    if (sold.isZero() && billed.isZero()) return undefined;
    return {
      revenue: toPlainText(sold),
      cost: cost === null ? null : toPlainText(billed),
      margin: isKnown ? toPlainText(sold.minus(billed)) : null,
    };
  };
  return {
    total: { revenue, cost, margin: margin?.amount ?? null, marginRate: margin?.rate ?? null },
    notCompared: differenceIf((amount) => amount.isNegative()),
    inNoRow: differenceIf(isPositive),
  };
}
