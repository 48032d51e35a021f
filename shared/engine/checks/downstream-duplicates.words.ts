import type { downstreamDuplicates } from './downstream-duplicates.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `downstreamDuplicates`. */
export const downstreamDuplicatesWords: WordsOf<typeof downstreamDuplicates> = {
  duplicate_downstream_request: {
    en: {
      title: 'A request is in the downstream ledger more than once.',
      remedy: 'Keep the row that is right, and return what the others charged.',
      clause: ['a request was charged more than once', '# requests were charged more than once'],
      message:
        'Request {name} has {rows} settled downstream rows, which charge {amount} {currency} beyond the largest of them.',
    },
    zh: {
      title: '同一个请求在用量账中出现多次。',
      remedy: '保留正确的一条，把其余各条的扣费退还客户。',
      clause: '# 个请求被重复扣费',
      message: '请求 {name} 有 {rows} 条已结算的用量记录，除最大的一条外另扣了 {amount} {currency}。',
    },
  },
};
