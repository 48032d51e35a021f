import { atLeastZero } from '../../money/money.ts';
import { type End, edgesOf } from '../survey/context.ts';
import type { Evidence } from '../tally/evidence.ts';
import { openEndsOf } from '../tally/open-ends.ts';
import { channelOf, disjointChannels } from '../tally/partners.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

/** What the provider charged the customer must have used, and the other way round. */
export const presence = check({
  id: 'presence',
  invariant:
    'The log has every request that a provider billed, and the bill has every delivered request. A failed or refunded request that is not in the bill is not reported, because nothing was sent to a provider. At the start and end of the period, the other half may be in the neighbouring export. Requests outside the time of the other side are reported as `bill_beyond_log` or `log_beyond_bill`. A bill without any request id is not checked.',
  codes: {
    unmatched_upstream: code('request', ['critical', 'info'], 'lost', {
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
    }),
    unmatched_downstream: code('request', ['warning', 'info'], 'doubtful', {
      drawsOn: 'charge',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
    }),
  },
  simple: false,
  request(request, { find, context }) {
    const { unmatched, model } = request;
    if (unmatched === undefined || request.isBeyond(context)) return;
    const amount = atLeastZero(request.unmatchedAmount);
    const seen = { amount, upTo: amount, names: { model, channelId: channelOf(request) } };
    find(unmatched === 'upstream' ? 'unmatched_upstream' : 'unmatched_downstream', seen);
  },
  conclude({ figures: { totals }, context }) {
    const isWithoutIds = isBillWithoutIds(totals);
    const openEnds = openEndsOf(totals.reach);
    const isListed = (side: 'downstream' | 'upstream') => {
      const disjoint = new Set(disjointChannels(totals.partners, side).map(([channel]) => channel));
      return ({ names }: Evidence): boolean => !disjoint.has(names?.channelId ?? '');
    };
    const isExplained = ({ amount, since = Number.NaN }: Evidence, ends: readonly End[]): boolean =>
      amount?.isZero() === true || edgesOf(since, context).some((end) => ends.includes(end));
    const [isSaleListed, isChargeListed] = [isListed('downstream'), isListed('upstream')];
    return {
      unmatched_downstream(seen) {
        if (isWithoutIds || !isSaleListed(seen)) return undefined;
        return isExplained(seen, openEnds.downstream) ? 'info' : 'warning';
      },
      unmatched_upstream(seen) {
        if (!isChargeListed(seen)) return undefined;
        return isExplained(seen, openEnds.upstream) ? 'info' : 'critical';
      },
    };
  },
});
