import type { presence } from './presence.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `presence`. */
export const presenceWords: WordsOf<typeof presence> = {
  unmatched_upstream: {
    en: {
      title: 'A provider charged for a request that the downstream ledger does not have.',
      remedy: "Look for the request in the gateway's log. Usage that is not logged is never billed.",
      clause: [
        'a request cost money upstream, and no customer was charged for it',
        '# requests cost money upstream, and no customer was charged for them',
      ],
      message: 'Request {name} cost {amount} {currency} upstream, but no downstream row has this id.',
    },
    zh: {
      title: '上游收了费，用量账里却没有这个请求。',
      remedy: '在网关日志中查找该请求：没有记入日志的用量永远收不到钱。',
      clause: '# 个请求产生了上游成本，却没有向客户收费',
      message: '请求 {name} 的上游成本为 {amount} {currency}，但用量账中没有这个 ID。',
    },
  },
  unmatched_downstream: {
    en: {
      title: 'A delivered request has no upstream charge.',
      remedy:
        'Complete the upstream export, or ask the provider that served the request whether it will still bill it.',
      clause: ['a delivered request has no upstream charge', '# delivered requests have no upstream charge'],
      message: 'Request {name} was delivered for {amount} {currency}, but no upstream row has this id.',
    },
    zh: {
      title: '请求已交付，却没有上游扣费。',
      remedy: '补全上游导出，或查明是哪个上游服务了该请求、之后是否还会出账。',
      clause: '# 个已交付的请求没有对应的上游扣费',
      message: '请求 {name} 已交付，收费 {amount} {currency}，但上游账中没有这个 ID。',
    },
  },
};
