import type { Sentence } from '../../sentence.ts';

const CONTROL = /\p{Cc}/u;

/** A line break in an id forges a line of a mail or a table, an escape acts on a terminal. */
export const hasControl = (text: string): boolean => CONTROL.test(text);
export const NO_CONTROL: Sentence = { en: 'must not contain control characters', zh: '不能含控制字符' };
