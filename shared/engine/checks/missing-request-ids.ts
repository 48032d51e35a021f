import { ZERO } from '../../money.ts';
import { idsOf, isCreditNote, type UsageRow } from '../rows/row.ts';
import { check, counted } from './check.ts';

const isLoose = (row: UsageRow): boolean =>
  row.requestId === undefined && row.status !== 'pending' && !isCreditNote(row);

/** Upstream cost can be attributed to a request. */
export const missingRequestIds = check({
  id: 'missing-request-ids',
  invariant:
    'Every settled upstream row, except a credit note, names its request. Copies count as often as they do in the totals.',
  codes: {
    upstream_missing_request_id: {
      about: 'ledger',
      severities: ['warning'],
      side: 'doubtful',
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'Upstream charges name no request.',
          remedy: 'Export the upstream ledger with request ids. Without them, only totals can be compared.',
          clause: 'upstream charges name no request',
          message: ({ cases, amount, currency }) =>
            `${counted(cases, 'upstream charge')} of ${amount} ${currency} ${cases === 1 ? 'names' : 'name'} no request and cannot be matched.`,
        },
        zh: {
          title: '上游扣费没有注明请求 ID。',
          remedy: '导出上游账时请带上请求 ID；没有它，这些扣费无法匹配。',
          clause: '上游扣费没有注明请求 ID',
          message: ({ cases, amount, currency }) =>
            `有 ${cases} 笔上游扣费没有注明请求 ID，共 ${amount} ${currency}，无法与任何请求匹配。`,
        },
      },
    },
  },
  plain: 'nothing',
  charge({ copies, upstreamId }, { find }) {
    for (const rows of copies) {
      const loose = rows.filter(isLoose);
      // Of a set, `duplicate_upstream_charge` counts all but one: that of a request, where there is any.
      const isNobodys = rows.every((row) => row.requestId === undefined);
      const counts = upstreamId === undefined ? loose.length : isNobodys ? 1 : 0;
      for (const [place, row] of loose.entries())
        find('upstream_missing_request_id', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          amount: row.net,
          upTo: place < counts ? undefined : ZERO,
          ...idsOf(row),
        });
    }
  },
});
