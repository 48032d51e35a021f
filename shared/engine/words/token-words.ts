import type { Language } from '../../language.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';

/** Names of the kinds of tokens in each language. */
export const tokenWords: Readonly<Record<Language, Readonly<Record<keyof Tokens, string>>>> = {
  en: {
    input: 'input',
    output: 'output',
    cacheRead: 'cache read',
    cacheWrite: 'cache write',
    reasoning: 'reasoning',
    media: 'media',
  },
  zh: {
    input: '输入',
    output: '输出',
    cacheRead: '缓存读取',
    cacheWrite: '缓存写入',
    reasoning: '推理',
    media: '多媒体',
  },
};
