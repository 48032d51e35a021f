import { type CodeTextsOf, countNoun, ledgerName } from '../words/code-text.ts';
import type { requestIds } from './request-ids.ts';

/** Words for the codes of `requestIds`. */
export const requestIdsWords: CodeTextsOf<typeof requestIds> = {
  channel_ids_disjoint: {
    en: {
      title:
        'No request of a channel is in both the log and the bill, although requests of other channels are.',
      remedy: 'Export the id that the gateway sent to this provider.',
      clause: 'no request of the channel is in both the log and the bill',
      message: ({ names: [ledger, channel], cases, amount, currency }) =>
        `No request of channel ${channel} is in both the log and the bill: ${countNoun(cases, 'request')} in ${ledgerName(ledger, 'en')} (${amount} ${currency}) cannot be matched and are not listed one by one.`,
    },
    zh: {
      title: '某个渠道没有任何请求同时出现在日志和账单中，其他渠道却有。',
      remedy: '请导出网关传给该上游的 ID。',
      clause: '该渠道没有任何请求同时出现在日志和账单中',
      message: ({ names: [ledger, channel], cases, amount, currency }) =>
        `渠道 ${channel} 没有任何请求同时出现在日志和账单中：${ledgerName(ledger, 'zh')}的 ${cases} 个请求（共 ${amount} ${currency}）无法匹配，不再逐条列出。`,
    },
  },
  ledger_ids_disjoint: {
    en: {
      title: 'The log and the bill have no request id in common: the ids come from different sources.',
      remedy: 'Export the id that the gateway sent to the provider, and reconcile again.',
      clause: 'the request ids of the log and the bill come from different sources',
      message:
        'The {downstreamRequests} requests in the log and the {upstreamRequests} in the bill have no id in common, so unmatched requests are not listed one by one.',
    },
    zh: {
      title: '日志与账单没有相同的请求 ID：两边的 ID 不是同一来源。',
      remedy: '请导出网关传给上游的那个 ID，然后重新对账。',
      clause: '日志与账单的请求 ID 不是同一来源',
      message:
        '日志的 {downstreamRequests} 个请求与账单的 {upstreamRequests} 个请求没有相同的 ID，因此未匹配的请求不再逐条列出。',
    },
  },
  upstream_missing_request_id: {
    en: {
      title: 'Bill lines have no request id. This is a warning if other lines have one.',
      remedy: 'Export the bill with the request ids of all lines.',
      clause: 'bill lines@ have no request id',
      message: ({ cases, amount, currency }) =>
        `The bill has ${countNoun(cases, 'line')} (${amount} ${currency}) without a request id, which cannot be matched to requests.`,
    },
    zh: {
      title: '账单中有的行没有请求 ID；如果其他行有，则为警告。',
      remedy: '请导出每一行都带请求 ID 的账单。',
      clause: '账单中有的行没有请求 ID',
      message: '账单中有 {cases} 行没有请求 ID，共 {amount} {currency}，无法与请求匹配。',
    },
  },
};
