import {
  atLeastZero,
  type Decimal,
  exceeds,
  isPositive,
  larger,
  smaller,
  sumBy,
  ZERO,
} from '../../money/money.ts';
import { netOf, type UsageRow } from '../rows/row.ts';
import { zeroIfWithinTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

const hasFailed = ({ status }: UsageRow): boolean => status === 'failed';
const wasRefunded = ({ status }: UsageRow): boolean => status === 'refunded';

/** Returns the sum of the charges, minus the largest that did not fail. */
function sumBeyondLargest(charged: readonly UsageRow[]): Decimal {
  const notFailed = charged.filter((row) => !hasFailed(row)).map(netOf);
  return sumBy(charged, netOf).minus(notFailed.reduce(larger, ZERO));
}

/**
 * Finds charges for requests that failed, were refunded, or failed upstream.
 *
 * Invariant: A failed row leaves no charge on its request, and a refunded request without a success keeps no charge. A
 * missing refund amount does not prove a refund. A request that a customer paid for as delivered has an attempt that
 * succeeded, or one that failed but was billed. If its attempts failed only on other channels, it was served by a
 * machine that nobody bills. Suspended requests are not checked against their attempts.
 */
export const chargedFailures = check({
  id: 'charged-failures',
  codes: {
    failed_but_charged: code('request', ['critical'], 'owed', { countsAgainst: 'charge' }),
    refund_incomplete: code('request', ['critical'], 'owed', { countsAgainst: 'charge' }),
    charged_upstream_failed: code('request', ['critical'], 'owed', {
      countsAgainst: 'charge',
      needs: 'upstreamCharges',
    }),
  },
  simple: false,
  request({ sales, charges, isSuspended, channelId }, { find, context }) {
    const { settled, chargedRows, isDelivered } = sales;
    const net = zeroIfWithinTolerance(sales.net, sales.gross, context);
    if (!isPositive(net)) return;
    const failed = sumBy(settled.filter(hasFailed), netOf);
    const notRefunded = atLeastZero(smaller(failed, net));
    // The largest charge that did not fail may be correct, so `moneyAvailable` does not include it.
    if (isPositive(notRefunded))
      find('failed_but_charged', { amount: notRefunded, moneyAvailable: sumBeyondLargest(chargedRows) });
    if (!isDelivered && settled.some(wasRefunded) && exceeds(net, notRefunded))
      find('refund_incomplete', { amount: net.minus(notRefunded), moneyAvailable: net });
    const { attempts, successes } = charges;
    if (isSuspended || !isDelivered || successes.length > 0 || attempts.some((row) => isPositive(row.net)))
      return;
    const isOnItsChannel = (row: UsageRow) =>
      row.channelId === undefined || channelId === undefined || row.channelId === channelId;
    if (attempts.some(isOnItsChannel))
      find('charged_upstream_failed', {
        amount: net,
        moneyAvailable: net,
        counts: { attempts: attempts.length },
      });
  },
});
