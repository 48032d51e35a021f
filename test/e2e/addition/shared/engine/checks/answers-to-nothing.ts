import { check, code } from '#shared/engine/checks/check.ts';

/** A made-up check: nobody answers what nobody asked. */
export const answersToNothing = check({
  id: 'answers-to-nothing',
  invariant: 'A request with output tokens has input tokens, as far as they are known.',
  codes: {
    answer_to_nothing: code('request', ['warning'], 'doubtful', {
      drawsOn: 'charge',
      en: {
        title: 'A request has output tokens and no input tokens.',
        remedy: 'Look whether the export counts its input elsewhere.',
        clause: [
          'a request was answered without being asked',
          '# requests were answered without being asked',
        ],
        message: 'Request {name} was charged {amount} {currency} for output, and its input has no tokens.',
      },
      zh: {
        title: '请求有输出 token，却没有输入 token。',
        remedy: '检查导出是否把输入计在了别处。',
        clause: '# 个请求没有输入却有输出',
        message: '请求 {name} 因输出被扣费 {amount} {currency}，而输入没有 token。',
      },
    }),
  },
  simple: ({ sale: { tokens } }) => tokens?.input === 0,
  request({ sold: { net, tokens } }, { find }) {
    if (tokens?.input === 0 && (tokens.output ?? 0) > 0) find('answer_to_nothing', { amount: net });
  },
});
