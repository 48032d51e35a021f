import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';

/** Names of channels and customers in texts. Requests without one have no name that a reader knows. */
const NAMES = {
  en: {
    channel: (id: string) => (id === UNASSIGNED ? 'requests without a channel' : `channel ${id}`),
    customer: (id: string) => (id === UNASSIGNED ? 'requests without a customer' : `customer ${id}`),
  },
  zh: {
    channel: (id) => (id === UNASSIGNED ? '没有写明渠道的请求' : `渠道 ${id}`),
    customer: (id) => (id === UNASSIGNED ? '没有写明客户的请求' : `客户 ${id}`),
  },
} satisfies Readonly<Record<Language, Record<'channel' | 'customer', (id: string) => string>>>;

/** Names a channel: `channel 7`, or `requests without a channel` if the id is `UNASSIGNED`. */
export const nameChannel = (id: string, language: Language): string => NAMES[language].channel(id);
/** Names a customer: `customer 42`, or `requests without a customer` if the id is `UNASSIGNED`. */
export const nameCustomer = (id: string, language: Language): string => NAMES[language].customer(id);

/** Makes the first letter of a text upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
