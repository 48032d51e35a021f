import { areIdsDisjoint } from '../tally/partners.ts';
import { check, code } from './check.ts';

/** The two usage ledgers share their request ids. */
export const ledgerIds = check({
  id: 'ledger-ids',
  invariant:
    'Two usage ledgers of at least 5 requests each have some request ids in common. If none is in both, the ids come from different sources, and missing partners mean nothing. A row in another currency also shows that an id is known.',
  codes: {
    ledger_ids_disjoint: code('report', ['warning'], null, {
      needs: 'upstreamCharges',
      en: {
        title: 'No request id is in both usage ledgers: the ids come from different sources.',
        remedy:
          'Export the id that the gateway passed on to its providers, or map one id to the other, and reconcile again.',
        clause: 'the request ids of the two usage ledgers come from different sources',
        message:
          'None of the {downstreamRequests} downstream and {upstreamRequests} upstream requests is in both ledgers, so unmatched requests are not listed one by one.',
      },
      zh: {
        title: '用量账与上游账没有任何相同的请求 ID：这些 ID 不是同一来源。',
        remedy: '请导出网关传给上游的那个 ID，或在两种 ID 之间建立对应关系，然后重新对账。',
        clause: '两本账的请求 ID 不是同一来源',
        message:
          '用量账的 {downstreamRequests} 个请求与上游账的 {upstreamRequests} 个请求没有一个 ID 相同，因此未匹配的请求不再逐条列出。',
      },
    }),
  },
  conclude({ find, figures: { totals } }) {
    if (!areIdsDisjoint(totals.partners)) return;
    const { inDownstream, inUpstream } = totals.partners;
    find('ledger_ids_disjoint', {
      counts: { downstreamRequests: inDownstream.value, upstreamRequests: inUpstream.value },
    });
  },
});
