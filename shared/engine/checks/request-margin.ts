import { exceeds, isPositive, subtract } from '../../money/money.ts';
import { zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/**
 * Finds requests that cost more than they were charged.
 *
 * Invariant: A delivered request with a charge is charged at least its cost, within the one quota unit that the
 * gateway may have rounded off. Retries are reported by `retry_cost` only. Suspended requests are skipped.
 */
export const requestMargin = check({
  id: 'request-margin',
  codes: {
    negative_margin_request: code('request', ['warning'], 'lost', {
      countsAgainst: 'serving',
      needs: 'upstreamCharges',
      explainedBy: 'upstream_unit_unknown',
    }),
  },
  simple: ({ sale, charge }) => charge !== undefined && exceeds(charge.gross, sale.gross),
  request({ sales: { isDelivered, net }, charges, isSuspended, retryCost }, { find, context }) {
    if (isSuspended || !isDelivered || !isPositive(net)) return;
    const own = subtract(charges.cost, retryCost);
    const loss = zeroIfWithinTolerance(subtract(own, net), own, context);
    if (isPositive(loss))
      find('negative_margin_request', { amount: loss, amounts: { charged: net, cost: own } });
  },
});
