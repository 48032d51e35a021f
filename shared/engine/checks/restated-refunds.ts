import { check, code } from './check.ts';

/**
 * Finds refund rows that repeat the charge, which would then count twice.
 *
 * Invariant: A refund row does not repeat the charge of another final row of its request (in the bill: of its request
 * and charge id), because the totals would then count the charge twice. Copies count once.
 */
export const restatedRefunds = check({
  id: 'restated-refunds',
  codes: {
    restated_refund: code('request', ['warning'], 'doubtful'),
    restated_upstream_refund: code('request', ['warning'], 'doubtful', { needs: 'upstreamCharges' }),
  },
  simple: false,
  request({ sales, charges }, { find }) {
    for (const { gross } of sales.restated) find('restated_refund', { amount: gross });
    for (const { gross, upstreamId } of charges.restated)
      find('restated_upstream_refund', { amount: gross, upstreamIds: upstreamId ? [upstreamId] : [] });
  },
});
