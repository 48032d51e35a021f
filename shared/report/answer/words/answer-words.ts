import type { Language } from '../../../language.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';

/** Texts of the answer in one language. */
export type AnswerWords = typeof english;

/** Texts of the answer by language. */
export const answerWords = { en: english, zh: chinese } as const satisfies Record<Language, AnswerWords>;
