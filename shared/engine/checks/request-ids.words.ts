import type { requestIds } from './request-ids.ts';
import { counted, ledgerInChinese, type WordsOf } from './words.ts';

/** Words for the codes of `requestIds`. */
export const requestIdsWords: WordsOf<typeof requestIds> = {
  channel_ids_disjoint: {
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
  },
  ledger_ids_disjoint: {
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
  },
  upstream_missing_request_id: {
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
  },
};
