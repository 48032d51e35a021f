import type { Language } from '../../language.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';

/** What a report says around its figures. */
export type ViewWords = typeof english;

export const viewWords = { en: english, zh: chinese } as const satisfies Record<Language, ViewWords>;
