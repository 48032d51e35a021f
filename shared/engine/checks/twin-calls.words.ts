import type { CodeTextsOf } from '../words/code-text.ts';
import type { twinCalls } from './twin-calls.ts';

/** Words for the codes of `twinCalls`. */
export const twinCallsWords: CodeTextsOf<typeof twinCalls> = {
  call_logged_twice: {
    en: {
      title: 'A call may be in the log twice, so it may be charged twice.',
      remedy:
        'Compare both rows in the gateway, and refund a repeated charge (LiteLLM issues 15740 and 17814).',
      clause: ['a call may be in the log twice', '# calls may be in the log twice'],
      message:
        'Requests {name} and {twin} may be the same call, logged twice. If so, {amount} {currency} was charged too much.',
    },
    zh: {
      title: '同一次调用可能在日志中记了两行、收了两次费。',
      remedy: '请在网关核对这两行，并退还重复的扣费（见 LiteLLM 的 issue 15740、17814）。',
      clause: '# 次调用可能记了两行',
      message: '请求 {name} 与 {twin} 可能是同一次调用，记了两行；如果是，则多收了 {amount} {currency}。',
    },
  },
};
