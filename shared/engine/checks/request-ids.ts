import { isPositive, ZERO } from '../../money.ts';
import { idsOf, isCreditNote, type UsageRow } from '../rows/row.ts';
import { openEndsOf } from '../tally/open-ends.ts';
import { areIdsDisjoint, disjointChannels, lossOf } from '../tally/partners.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

const LEDGERS = { downstream: 'downstreamUsage', upstream: 'upstreamCharges' } as const;

const isLoose = (row: UsageRow): boolean =>
  row.requestId === undefined && row.status !== 'pending' && !isCreditNote(row);

/** Both usage ledgers name requests by the same ids. */
export const requestIds = check({
  id: 'request-ids',
  invariant:
    "Two usage ledgers of at least 5 requests each have some request ids in common; if none is in both, the ids come from different sources, and missing partners mean nothing. If requests of other channels are in both, some request of each channel is; otherwise the channel's requests are told as one finding, a warning if charges of it would be a loss. A row in another currency also shows that an id is known. Every settled upstream row, except a credit note, names its request; copies count as often as they do in the totals.",
  codes: {
    channel_ids_disjoint: code('channel', ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      en: {
        title: 'No request of a channel is in both usage ledgers, although requests of other channels are.',
        remedy:
          'Export the id that was sent to this provider. If the channel is a machine of your own, which nobody bills, nothing is wrong.',
        clause: "the channel's request ids match nothing on the other side",
        message: ({ names: [ledger, channel], cases, amount, currency }) =>
          `No request of channel ${channel} is in both usage ledgers. The ids of ${counted(cases, 'request')} in ${ledger}, worth ${amount} ${currency}, come from elsewhere or have no partner; they are not listed one by one.`,
      },
      zh: {
        title: '某个渠道的请求没有一个同时出现在两本账中，而其他渠道有。',
        remedy: '请导出传给该上游的 ID；如果是没有账单的自建渠道，则无需处理。',
        clause: '该渠道的请求 ID 与另一方完全对不上',
        message: ({ names: [ledger, channel], cases, amount, currency }) =>
          `渠道 ${channel} 的请求没有一个同时出现在两本账中：${ledgerInChinese(ledger)}中的 ${cases} 个请求（共 ${amount} ${currency}）使用自己的 ID 或没有对应记录，不再逐条列出。`,
      },
    }),
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
  conclude({ find, figures: { totals } }) {
    const { partners } = totals;
    const isUsual = isBillWithoutIds(totals);
    const openEnds = openEndsOf(totals.reach);
    for (const side of isUsual ? (['upstream'] as const) : (['downstream', 'upstream'] as const))
      for (const [channel, seen] of disjointChannels(partners, side)) {
        const loss = lossOf(seen, openEnds[side]);
        find('channel_ids_disjoint', {
          subject: { kind: 'channel', name: [LEDGERS[side], channel] },
          severity: isPositive(loss) ? 'warning' : 'info',
          cases: seen.requests.value,
          amount: seen.amount.value,
          upTo: loss,
          requestIds: seen.requestIds.value,
        });
      }
    if (areIdsDisjoint(partners))
      find('ledger_ids_disjoint', {
        counts: {
          downstreamRequests: partners.inDownstream.value,
          upstreamRequests: partners.inUpstream.value,
        },
      });
    return { upstream_missing_request_id: () => (isUsual ? 'info' : 'warning') };
  },
});
