import { isPositive } from '../../money.ts';
import { openEndsOf } from '../tally/open-ends.ts';
import { disjointChannels, lossOf } from '../tally/partners.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

const LEDGERS = { downstream: 'downstreamUsage', upstream: 'upstreamCharges' } as const;

/** Each channel shares its request ids with the other ledger. */
export const channelIds = check({
  id: 'channel-ids',
  invariant:
    "If requests of other channels are in both usage ledgers, some request of each channel is. Otherwise the channel's ids come from elsewhere, and its requests are told as one finding: a warning if charges of it would be a loss.",
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
  },
  conclude({ find, figures: { totals } }) {
    const openEnds = openEndsOf(totals.reach);
    for (const side of isBillWithoutIds(totals)
      ? (['upstream'] as const)
      : (['downstream', 'upstream'] as const))
      for (const [channel, seen] of disjointChannels(totals.partners, side)) {
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
  },
});
