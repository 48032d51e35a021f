import { removeCopiedCharges, removeCopiedSales } from '../rows/copies.ts';
import { isPending, type UsageRow } from '../rows/row.ts';
import { isStale } from '../survey/context.ts';
import { check, code } from './check.ts';

/**
 * Finds usage rows that stay pending too long.
 *
 * Invariant: No row of log or bill is still pending 24 hours after it was written, or after the provider has
 * delivered. A pending row that a final row replaces does not count.
 */
export const pendingUsage = check({
  id: 'pending-usage',
  codes: {
    downstream_pending: code('request', ['warning', 'info'], 'doubtful', { countsAgainst: 'reserve' }),
    upstream_pending: code('request', ['warning', 'info'], 'doubtful', { needs: 'upstreamCharges' }),
    pending_after_upstream_settled: code('request', ['warning'], 'doubtful', {
      countsAgainst: 'reserve',
      needs: 'upstreamCharges',
    }),
  },
  simple: false,
  request({ sales, charges }, { find, context }) {
    if (!sales.hasPendingRow && !charges.hasPendingRow) return;
    const finding = (row: UsageRow) => ({
      amount: row.gross,
      severity: isStale(row.occurredAt, context) ? ('warning' as const) : ('info' as const),
    });
    const waiting = sales.included.filter(isPending);
    for (const row of removeCopiedSales(waiting)) find('downstream_pending', finding(row));
    for (const row of removeCopiedCharges(charges.included.filter(isPending)))
      find('upstream_pending', finding(row));
    if (sales.hasPendingRow && sales.settled.length === 0 && charges.successes.length > 0)
      find('pending_after_upstream_settled', { amount: charges.cost });
  },
});
