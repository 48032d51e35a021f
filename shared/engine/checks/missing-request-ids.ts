import { idsOf, isCreditNote, isIncluded } from '../rows/row.ts';
import { check, counted } from './check.ts';

/** Upstream cost can be attributed to a request. */
export const missingRequestIds = check({
  id: 'missing-request-ids',
  invariant:
    'Every settled upstream row, except a credit note, names its request. Copies count as often as they do in the totals.',
  codes: {
    upstream_missing_request_id: {
      about: 'ledger',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'Upstream charges name no request.',
          remedy: 'Export the upstream ledger with request ids. Without them, only totals can be compared.',
          message: ({ cases, amount, currency }) =>
            `${counted(cases, 'upstream charge')} of ${amount} ${currency} ${cases === 1 ? 'names' : 'name'} no request and cannot be matched.`,
        },
        zh: {
          title: '上游扣费没有注明请求 ID。',
          remedy: '导出上游账时请带上请求 ID；没有它，这些扣费无法匹配。',
          message: ({ cases, amount, currency }) =>
            `有 ${cases} 笔上游扣费没有注明请求 ID，共 ${amount} ${currency}，无法与任何请求匹配。`,
        },
      },
    },
  },
  plain: 'nothing',
  row(row, { find }) {
    if (row.ledger !== 'upstreamCharges' || row.requestId !== undefined) return;
    if (!isIncluded(row) || row.status === 'pending' || isCreditNote(row)) return;
    find('upstream_missing_request_id', { amount: row.net, ...idsOf(row) });
  },
});
