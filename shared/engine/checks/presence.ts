import { atLeastZero } from '../../money/money.ts';
import { findNearbyEnds, type PeriodEnd } from '../survey/context.ts';
import { findChannel, findDisjointChannels } from '../tally/channel-matches.ts';
import type { Evidence } from '../tally/evidence.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { findUnverifiedEnds } from '../tally/unverified-ends.ts';
import { check, code } from './check.ts';

/**
 * Finds upstream charges without a sale, and sales without an upstream charge.
 *
 * Invariant: The log has every request that a provider billed, and the bill has every delivered request. A failed or
 * refunded request that is not in the bill is not reported, because nothing was sent to a provider. At the start and
 * end of the period, the other half may be in the neighbouring export. Requests outside the time of the other ledger
 * are reported as `bill_beyond_log` or `log_beyond_bill`. A bill without any request id is not checked.
 */
export const presence = check({
  id: 'presence',
  codes: {
    unmatched_upstream: code('request', ['critical', 'info'], 'lost', {
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
    }),
    unmatched_downstream: code('request', ['warning', 'info'], 'doubtful', {
      countsAgainst: 'charge',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
    }),
  },
  simple: false,
  request(request, { find, context }) {
    const { unmatchedIn, model } = request;
    if (unmatchedIn === undefined || request.isOutsideOtherLedger(context)) return;
    const amount = atLeastZero(request.unmatchedAmount);
    const finding = { amount, moneyAvailable: amount, names: { model, channelId: findChannel(request) } };
    find(unmatchedIn === 'upstream' ? 'unmatched_upstream' : 'unmatched_downstream', finding);
  },
  conclude({ figures: { totals }, context }) {
    const isWithoutIds = isBillWithoutIds(totals);
    const openEnds = findUnverifiedEnds(totals.edgeCounts);
    const isListed = (ledger: 'downstream' | 'upstream') => {
      const disjoint = new Set(
        findDisjointChannels(totals.channelMatches, ledger).map(([channel]) => channel),
      );
      return ({ names }: Evidence): boolean => !disjoint.has(names?.channelId ?? '');
    };
    const isExplained = ({ amount, since = Number.NaN }: Evidence, ends: readonly PeriodEnd[]): boolean =>
      amount?.isZero() === true || findNearbyEnds(since, context).some((end) => ends.includes(end));
    const [isSaleListed, isChargeListed] = [isListed('downstream'), isListed('upstream')];
    return {
      unmatched_downstream(finding) {
        if (isWithoutIds || !isSaleListed(finding)) return undefined;
        return isExplained(finding, openEnds.downstream) ? 'info' : 'warning';
      },
      unmatched_upstream(finding) {
        if (!isChargeListed(finding)) return undefined;
        return isExplained(finding, openEnds.upstream) ? 'info' : 'critical';
      },
    };
  },
});
