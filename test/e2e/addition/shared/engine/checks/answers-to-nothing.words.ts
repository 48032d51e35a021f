import type { CodeTextsOf } from '#shared/engine/words/code-text.ts';
import type { answersToNothing } from './answers-to-nothing.ts';

/** Words for the codes of `answersToNothing`. */
export const answersToNothingWords: CodeTextsOf<typeof answersToNothing> = {
  answer_to_nothing: {
    en: {
      title: 'A request has output tokens and no input tokens.',
      remedy: 'Look whether the export counts its input elsewhere.',
      clause: ['a request was answered without being asked', '# requests were answered without being asked'],
      message: 'Request {name} was charged {amount} {currency} for output, and its input has no tokens.',
    },
    zh: {
      title: '请求有输出 token，却没有输入 token。',
      remedy: '检查导出是否把输入计在了别处。',
      clause: '# 个请求没有输入却有输出',
      message: '请求 {name} 因输出被扣费 {amount} {currency}，而输入没有 token。',
    },
  },
};
