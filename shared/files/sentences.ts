import type { Sentence } from '../sentence.ts';
import { ROW_BYTES_MAX } from './limits.ts';

/** What rows of any format may be told to be. */

export const TOO_LARGE: Sentence = {
  en: `has more than ${ROW_BYTES_MAX} bytes`,
  zh: `超过 ${ROW_BYTES_MAX} 字节`,
};
export const NO_UTF8: Sentence = { en: 'is not UTF-8', zh: '不是 UTF-8' };
export const NO_JSON_OBJECT: Sentence = { en: 'must be a JSON object', zh: '必须是 JSON 对象' };
