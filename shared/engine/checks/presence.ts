import { atLeastZero } from '../../money/money.ts';
import { findNearbyEnds } from '../survey/context.ts';
import { findChannel, findDisjointChannels, findUnverifiedEnds } from '../tally/channel-matches.ts';
import type { Severity, Verdict } from '../tally/evidence.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
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
    const openEnds = findUnverifiedEnds(totals.edgeCounts);
    const buildVerdict = (ledger: 'downstream' | 'upstream', severity: Severity): Verdict => {
      const disjoint = new Map(findDisjointChannels(totals.channelMatches, ledger));
      return ({ names, amount, since = Number.NaN }) => {
        if (disjoint.has(names?.channelId ?? '')) return undefined;
        const isNearEnd = findNearbyEnds(since, context).some((end) => openEnds[ledger].includes(end));
        return amount?.isZero() || isNearEnd ? 'info' : severity;
      };
    };
    return {
      unmatched_downstream: isBillWithoutIds(totals)
        ? () => undefined
        : buildVerdict('downstream', 'warning'),
      unmatched_upstream: buildVerdict('upstream', 'critical'),
    };
  },
});
