import type { Language } from '#shared/language.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';

/** Everything that the page says, apart from what the checks say of their findings. */
export type Words = typeof english;

export const languages = { en: english, zh: chinese } as const satisfies Record<Language, Words>;

/** The first of a reader's languages that the page speaks, else English. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (language in languages) return language as Language;
  }
  return 'en';
}
