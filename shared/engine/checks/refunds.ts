import { isPositive, subtract } from '../../money/money.ts';
import type { UsageRow } from '../rows/row.ts';
import { zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

const isRefund = ({ status }: UsageRow): boolean => status === 'refunded';

/**
 * Finds refunds that exceed or lack their charge, and partial refunds.
 *
 * Invariant: A request refunds only what it was charged before: all of it if it was not delivered, and never more. If
 * it has only refund rows, its charge may be from before the period.
 */
export const refunds = check({
  id: 'refunds',
  codes: {
    refund_exceeds_charge: code('request', ['critical'], 'lost'),
    unlinked_refund: code('request', ['warning', 'info'], 'doubtful'),
    partial_refund: code('request', ['info'], null),
  },
  simple: false,
  request({ sales: { gross, refunds, isDelivered, settled } }, { find, context }) {
    if (!isPositive(refunds)) return;
    const amounts = { charged: gross, refunded: refunds };
    const excess = zeroIfWithinTolerance(subtract(refunds, gross), refunds, context);
    if (gross.isZero())
      find('unlinked_refund', {
        amount: refunds,
        severity: context.start !== undefined && settled.every(isRefund) ? 'info' : 'warning',
      });
    else if (isPositive(excess)) find('refund_exceeds_charge', { amount: excess, amounts });
    else if (isDelivered) find('partial_refund', { amount: refunds, amounts });
  },
});
