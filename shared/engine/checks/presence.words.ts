import type { CodeTextsOf } from '../words/code-text.ts';
import type { presence } from './presence.ts';

/** Words for the codes of `presence`. */
export const presenceWords: CodeTextsOf<typeof presence> = {
  unmatched_upstream: {
    en: {
      remedy: 'Find out why the gateway did not log these requests.',
      clause: [
        'the provider billed a request@ that is not in the log',
        'the provider billed # requests@ that are not in the log',
      ],
      message: 'The provider billed {amount} {currency} for request {name}, which is not in the log.',
    },
    zh: {
      title: '上游收了费，日志里却没有这个请求。',
      remedy: '请查明网关为什么没有记录这些请求。',
      clause: '# 个请求上游收了费，日志里却没有',
      message: '上游为请求 {name} 收费 {amount} {currency}，网关日志中却没有该请求。',
    },
  },
  unmatched_downstream: {
    en: {
      remedy: 'Ask the provider for the missing lines of the bill: a later bill may contain them.',
      clause: ['a delivered request@ is not in the bill', '# delivered requests@ are not in the bill'],
      message: 'The customer was charged {amount} {currency} for request {name}, which is not in the bill.',
    },
    zh: {
      title: '请求成功，上游账单里却没有。',
      remedy: '请向上游索取账单中缺少的明细：以后的账单可能会补收。',
      clause: '# 个成功的请求不在上游账单里',
      message: '请求 {name} 已成功，向客户收费 {amount} {currency}，上游账单中却没有该请求。',
    },
  },
};
