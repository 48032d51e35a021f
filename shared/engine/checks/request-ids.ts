import { isPositive, ZERO } from '../../money/money.ts';
import { isCreditNote, listRowIds, type UsageRow } from '../rows/row.ts';
import {
  areIdsDisjoint,
  findDisjointChannels,
  findUnverifiedEnds,
  sumCertainLosses,
} from '../tally/channel-matches.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

const LEDGERS = { downstream: 'downstreamUsage', upstream: 'upstreamCharges' } as const;

const lacksRequestId = (row: UsageRow): boolean =>
  row.requestId === undefined && row.status !== 'pending' && !row.isOfChannel && !isCreditNote(row);

/**
 * Finds ledgers or channels that share no request ids, and upstream rows without a request id.
 *
 * Invariant: A log and a bill of at least 5 requests each share some request ids. If they share none, the ids come
 * from different sources, and unmatched requests prove nothing. If requests of other channels match, some of each
 * channel do; otherwise the requests of the channel are one finding, which is a warning if its charges would be a
 * loss. Every final bill line, except a credit note, names its request; copies count as often as in the totals.
 */
export const requestIds = check({
  id: 'request-ids',
  codes: {
    channel_ids_disjoint: code('channel', ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
    }),
    ledger_ids_disjoint: code('report', ['warning'], null, { needs: 'upstreamCharges' }),
    upstream_missing_request_id: code('ledger', ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
    }),
  },
  charge({ copies, upstreamId }, { find }) {
    for (const rows of copies) {
      const loose = rows.filter(lacksRequestId);
      // `duplicate_upstream_charge` counts all settled copies except one. If a copy has a request, the exception is
      // that copy, and nothing is left to count here.
      const isWithoutRequest = rows.every((row) => row.requestId === undefined || row.status === 'pending');
      const counts = upstreamId === undefined ? loose.length : isWithoutRequest ? 1 : 0;
      for (const [position, row] of loose.entries())
        find('upstream_missing_request_id', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          amount: row.net,
          moneyAvailable: position < counts ? undefined : ZERO,
          ...listRowIds(row),
        });
    }
  },
  conclude({ find, figures: { totals } }) {
    const { channelMatches } = totals;
    const isWithoutIds = isBillWithoutIds(totals);
    const openEnds = findUnverifiedEnds(totals.edgeCounts);
    for (const ledger of isWithoutIds ? (['upstream'] as const) : (['downstream', 'upstream'] as const))
      for (const [channel, finding] of findDisjointChannels(channelMatches, ledger)) {
        const loss = sumCertainLosses(finding, openEnds[ledger]);
        find('channel_ids_disjoint', {
          subject: { kind: 'channel', name: [LEDGERS[ledger], channel] },
          severity: isPositive(loss) ? 'warning' : 'info',
          cases: finding.requests.value,
          amount: finding.amount.value,
          moneyAvailable: loss,
          requestIds: finding.requestIds.value,
        });
      }
    if (areIdsDisjoint(channelMatches))
      find('ledger_ids_disjoint', {
        counts: {
          downstreamRequests: channelMatches.inDownstream.value,
          upstreamRequests: channelMatches.inUpstream.value,
        },
      });
    return { upstream_missing_request_id: () => (isWithoutIds ? 'info' : 'warning') };
  },
});
