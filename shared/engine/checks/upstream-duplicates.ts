import { atLeastZero, type Decimal, isPositive, larger, subtract, sumBy, ZERO } from '../../money/money.ts';
import { netOf, type UsageRow } from '../rows/row.ts';
import { type Context, findNearbyEnds } from '../survey/context.ts';
import { isOutsideOtherLedger } from '../survey/outside-other-ledger.ts';
import { areIdsDisjoint, findUnverifiedEnds } from '../tally/channel-matches.ts';
import type { Totals } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

const present = (texts: readonly (string | undefined)[]) => texts.filter((text) => text !== undefined);

/** Returns the common value of a field; null if the rows differ. */
const commonValue = (rows: readonly UsageRow[], field: 'requestId' | 'model' | 'channelId') =>
  rows.every((row) => row[field] === rows[0]?.[field]) ? rows[0]?.[field] : null;

/**
 * Finds charges that appear more than once, and more charges than attempts.
 *
 * Invariant: No two bill lines are the same charge. Lines are the same if they share id, cost, refund and model
 * within a request (or at one time, for lines without a request), or if they have a request but no charge id and are
 * equal in every field. A request has at most as many charges as attempts in the gateway's log, if the log counts
 * them; more are a warning.
 */
export const upstreamDuplicates = check({
  id: 'upstream-duplicates',
  codes: {
    duplicate_upstream_charge: code(['charge', 'request'], ['critical', 'warning', 'info'], 'lost', {
      needs: 'upstreamCharges',
    }),
  },
  simple: false,
  request({ excessCharges, sales, charges }, { find }) {
    if (excessCharges.length === 0) return;
    find('duplicate_upstream_charge', {
      severity: 'warning',
      amount: sumBy(excessCharges, netOf),
      counts: { rows: charges.attempts.length, known: Math.max(sales.attempts ?? 0, 1) },
      upstreamIds: present(excessCharges.map((row) => row.upstreamId)),
    });
  },
  charge(charge, { find, context, totals }) {
    if (charge.upstreamId === undefined && charge.requestId === undefined) return;
    for (const copies of charge.copies) {
      if (copies.length < 2) continue;
      const settled = copies.filter((row) => row.status !== 'pending');
      const largest = settled.map(netOf).reduce(larger, settled[0]?.net ?? ZERO);
      // Copies of a credit note cost nothing and must not reduce the cost of other copies of the request.
      const amount = atLeastZero(sumBy(settled, netOf).minus(largest));
      find('duplicate_upstream_charge', {
        severity: isPositive(amount) ? 'critical' : 'info',
        amount,
        ...(isPositive(amount) && {
          moneyAvailable: subtract(amount, sumCountedAsUnmatched(settled, totals, context)),
        }),
        counts: { rows: copies.length },
        requestIds: present(copies.map((row) => row.requestId)),
        upstreamIds: present([charge.upstreamId]),
        names: {
          requestId: commonValue(copies, 'requestId'),
          model: commonValue(copies, 'model'),
          channelId: commonValue(copies, 'channelId'),
        },
      });
    }
  },
});

/**
 * Sums the copies that `unmatched_upstream` already counts, because their own request was never sold and is not near an
 * unverified end. If no copy was sold, one row is the original and is left out.
 */
function sumCountedAsUnmatched(settled: readonly UsageRow[], totals: Totals, context: Context): Decimal {
  if (areIdsDisjoint(totals.channelMatches)) return ZERO;
  const unmatched = new Map<string, UsageRow>();
  for (const row of settled)
    if (row.isUnmatched && !isOutsideOtherLedger(context.outsideRequests, 'upstreamCharges', row.periodTime))
      unmatched.set(row.requestId ?? '', row);
  const openEnds = findUnverifiedEnds(totals.edgeCounts).upstream;
  const certain = [...unmatched.values()].filter(
    ({ periodTime }) => !findNearbyEnds(periodTime, context).some((end) => openEnds.includes(end)),
  );
  return sumBy(settled.some((row) => row.isSold) ? certain : certain.slice(1), netOf);
}
