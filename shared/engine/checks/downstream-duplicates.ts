import { isNegative, isPositive, larger, sumBy, toPlainText, ZERO } from '../../money/money.ts';
import { removeCopiedSales } from '../rows/copies.ts';
import { netOf, type UsageRow } from '../rows/row.ts';
import { check, code } from './check.ts';

/**
 * Finds requests that were charged or refunded more than once.
 *
 * Invariant: A request has one final row in the log. Several rows are harmless if at most one has a charge above its
 * refund (such as attempt row and final row, or charge row and refund row) and no refund is listed twice. Different
 * charges may be a later adjustment.
 */
export const downstreamDuplicates = check({
  id: 'downstream-duplicates',
  codes: {
    duplicate_downstream_request: code('request', ['critical', 'warning', 'info'], 'owed', {
      countsAgainst: 'charge',
    }),
  },
  simple: false,
  request({ sales: { settled, chargedRows } }, { find }) {
    if (settled.length < 2) return;
    const nets = chargedRows.map(netOf);
    const areDistinct = new Set(nets.map(toPlainText)).size === nets.length;
    const repaid = sumBy(copiedRefunds(settled), (row) => row.net.negated());
    const isWrong =
      nets.length > 1 && (chargedRows.some(({ status }) => status === 'failed') || !areDistinct);
    const isDoubtful = nets.length > 1 || isPositive(repaid);
    const repeated = sumBy(nets, (net) => net).minus(nets.reduce(larger, ZERO));
    find('duplicate_downstream_request', {
      severity: isWrong ? 'critical' : isDoubtful ? 'warning' : 'info',
      amount: repeated.plus(repaid),
      // Count only repeated charges: a refund that was paid twice is not owed to the customer.
      moneyAvailable: repeated,
      counts: { rows: settled.length },
    });
  },
});

/** Returns the refund rows that are copies of others. */
function copiedRefunds(sales: UsageRow[]): UsageRow[] {
  const refunds = sales.filter((row) => isNegative(row.net));
  const once = new Set(removeCopiedSales(refunds));
  return refunds.filter((row) => !once.has(row));
}
