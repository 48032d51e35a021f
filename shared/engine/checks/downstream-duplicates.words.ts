import type { CodeTextsOf } from '../words/code-text.ts';
import type { downstreamDuplicates } from './downstream-duplicates.ts';

/** Words for the codes of `downstreamDuplicates`. */
export const downstreamDuplicatesWords: CodeTextsOf<typeof downstreamDuplicates> = {
  duplicate_downstream_request: {
    en: {
      remedy: 'Refund all charges of each request but one.',
      clause: ['a request was charged more than once', '# requests were charged more than once'],
      message:
        'The log has {rows} settled rows for request {name}: {amount} {currency} was charged on top of the largest charge.',
    },
    zh: {
      title: '同一个请求在日志中被多次扣费。',
      remedy: '每个请求只保留一笔扣费，其余退还客户。',
      clause: '# 个请求被重复扣费',
      message: '请求 {name} 在日志中有 {rows} 条已结算的记录，除最大的一笔外多扣了 {amount} {currency}。',
    },
  },
};
