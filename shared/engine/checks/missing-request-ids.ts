import { ZERO } from '../../money.ts';
import { idsOf, isCreditNote, type UsageRow } from '../rows/row.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code, counted } from './check.ts';

const isLoose = (row: UsageRow): boolean =>
  row.requestId === undefined && row.status !== 'pending' && !isCreditNote(row);

/** Upstream cost can be attributed to a request. */
export const missingRequestIds = check({
  id: 'missing-request-ids',
  invariant:
    'Every settled upstream row, except a credit note, names its request. Copies count as often as they do in the totals.',
  codes: {
    upstream_missing_request_id: code('ledger', ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
      en: {
        title: 'Upstream charges name no request; a warning if others do.',
        remedy:
          'Where no charge of a provider names a request, this is how it bills, and totals by model and day are compared. Where others do, look for the export that has the ids of these, too.',
        clause: 'upstream charges name no request',
        message: ({ cases, amount, currency }) =>
          `${counted(cases, 'upstream charge')} of ${amount} ${currency} ${cases === 1 ? 'names' : 'name'} no request and cannot be matched.`,
      },
      zh: {
        title: '上游扣费没有注明请求 ID；如果别的扣费有，则为警告。',
        remedy:
          '若上游的扣费都不带请求 ID，它就是这样出账的，按模型和日期比较合计即可；若别的扣费带有，请找到这些扣费也带请求 ID 的导出。',
        clause: '上游扣费没有注明请求 ID',
        message: '有 {cases} 笔上游扣费没有注明请求 ID，共 {amount} {currency}，无法与任何请求匹配。',
      },
    }),
  },
  charge({ copies, upstreamId }, { find }) {
    for (const rows of copies) {
      const loose = rows.filter(isLoose);
      // Of what is settled, `duplicate_upstream_charge` counts all but one: that of a request, where there is any.
      const isNobodys = rows.every((row) => row.requestId === undefined || row.status === 'pending');
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
  conclude: ({ figures }) => ({ isUsual: isBillWithoutIds(figures.totals) }),
  review: ({ isUsual }: { isUsual: boolean }) => ({
    upstream_missing_request_id: () => (isUsual ? 'info' : 'warning'),
  }),
});
