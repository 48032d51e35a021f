import { type Decimal, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import { isCreditNote, netOf, type UsageRow } from '../rows/row.ts';
import { type Context, zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Returns the part of a settled row's refund that exceeds its cost. */
const computeExcess = ({ status, net, refund = ZERO }: UsageRow, context: Context): Decimal =>
  status === 'pending' ? ZERO : zeroIfWithinTolerance(net.negated(), refund, context);
const listUpstreamIds = ({ upstreamId }: UsageRow): string[] =>
  upstreamId === undefined ? [] : [upstreamId];

/**
 * Finds attempts that cost money although another attempt served the request, and refunds that exceed their charge.
 *
 * Invariant: Only the attempt that served a request costs money: the latest successful one. Attempts that failed or
 * were refunded cost nothing once the request is settled in the log. No refund or credit note is larger than the
 * charge that it refunds, even without a request id. The charge of a credit note may be from before the period.
 * Suspended requests are skipped. Charges without a logged attempt are reported as `duplicate_upstream_charge`.
 */
export const attempts = check({
  id: 'attempts',
  codes: {
    retry_cost: code('request', ['warning'], 'lost', { needs: 'upstreamCharges' }),
    upstream_charged_on_failure: code('request', ['warning'], 'lost', { needs: 'upstreamCharges' }),
    upstream_refund_incomplete: code('request', ['warning'], 'lost', { needs: 'upstreamCharges' }),
    upstream_refund_exceeds_cost: code(['request', 'ledger'], ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
    }),
  },
  simple: false,
  request({ retryCost, excessCharges, sales, charges }, { find, context }) {
    const { attempts, successes, creditLeft } = charges;
    const amount = subtract(retryCost, sumBy(excessCharges, netOf));
    if (isPositive(amount))
      find('retry_cost', { amount, counts: { attempts: successes.length - excessCharges.length } });
    for (const row of sales.settled.length > 0 ? attempts : []) {
      const amount = zeroIfWithinTolerance(row.net, row.gross, context);
      if (!isPositive(amount)) continue;
      const finding = { amount, upstreamIds: listUpstreamIds(row) };
      if (row.status === 'failed') find('upstream_charged_on_failure', finding);
      if (row.status === 'refunded') find('upstream_refund_incomplete', finding);
    }
    for (const row of attempts) {
      const amount = computeExcess(row, context);
      if (isPositive(amount))
        find('upstream_refund_exceeds_cost', { amount, upstreamIds: listUpstreamIds(row) });
    }
    const left = attempts.length === 0 ? creditLeft : zeroIfWithinTolerance(creditLeft, ZERO, context);
    if (isPositive(left))
      find('upstream_refund_exceeds_cost', {
        amount: left,
        severity: attempts.length === 0 && context.start !== undefined ? 'info' : 'warning',
      });
  },
  charge({ copies }, { find, context }) {
    for (const rows of copies) {
      const settled = rows.filter((copy) => copy.status !== 'pending');
      const [row] = settled;
      if (row === undefined || isCreditNote(row)) continue;
      const amount = computeExcess(row, context);
      if (isPositive(amount) && settled.every((copy) => copy.requestId === undefined))
        find('upstream_refund_exceeds_cost', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          amount,
          upstreamIds: listUpstreamIds(row),
        });
    }
  },
});
