import { isPositive, ZERO } from '../../money/money.ts';
import { listRowIds, type Row } from '../rows/row.ts';
import { type Context, isOutsidePeriod } from '../survey/context.ts';
import { check, code } from './check.ts';

const FAR_MS = 48 * 3_600_000;

/** Returns whether a charge of this period follows a request dated far outside it: a clock may be at 1970. */
function isPulledOut(row: Row, context: Context): boolean {
  if (row.ledger !== 'upstreamCharges' || !isPositive(row.net) || isOutsidePeriod(row.occurredAt, context))
    return false;
  const { periodTime } = row;
  const { start = periodTime, end = periodTime } = context;
  return start - periodTime > FAR_MS || periodTime - end > FAR_MS;
}

const finding = (row: Row, context: Context) => ({
  amount: row.currency === context.currency ? row.net.abs() : ZERO,
  ...listRowIds(row),
});

/**
 * Reports rows that are left out or counted with another period.
 *
 * Invariant: Every row is in the currency of the report, and its request is inside the period. Nothing is converted;
 * rows in other currencies are left out and counted. A request belongs to the period of its earliest row in the log,
 * and its other rows follow it. Earlier states of a row (pending before settled, a payment before its refund) are left
 * out of every figure.
 */
export const scope = check({
  id: 'scope',
  codes: {
    currency_excluded: code('currency', ['warning'], null),
    out_of_period: code('ledger', ['warning', 'info'], 'doubtful'),
    cross_period_match: code('ledger', ['info'], null),
    superseded_rows: code('ledger', ['info'], null),
  },
  simple: false,
  row(row, { find, context }) {
    const { inclusion, ledger, currency } = row;
    if (row.superseded) find('superseded_rows', listRowIds(row));
    else if (inclusion === 'currencyExcluded')
      find('currency_excluded', {
        subject: { kind: 'currency', name: [ledger, currency] },
        amounts: { total: row.gross },
        ...listRowIds(row),
      });
    else if (inclusion === 'outOfPeriod')
      find('out_of_period', {
        severity: isPulledOut(row, context) ? 'warning' : 'info',
        ...finding(row, context),
      });
    else if (row.ledger === 'payments' && row.foreignAmount)
      find('currency_excluded', {
        subject: { kind: 'currency', name: ['payments', row.foreignAmount.currency] },
        amounts: { total: row.foreignAmount.amount, credited: row.credited ?? ZERO },
        ...listRowIds(row),
      });
    else if (isOutsidePeriod(row.occurredAt, context)) find('cross_period_match', finding(row, context));
  },
});
