import type { Language } from '../../../language.ts';

/** A text, or a function that builds one, in each language. */
export type Both<TWord> = Readonly<Record<Language, TWord>>;

/** Combines an English and a Chinese text, or two functions that build one, to `{ en, zh }`. */
export const both = <TWord>(en: TWord, zh: NoInfer<TWord>): Both<TWord> => ({ en, zh });

/** Texts in one language. */
export type In<TWords> =
  TWords extends Both<infer TWord> ? TWord : { readonly [TName in keyof TWords]: In<TWords[TName]> };

/** Returns nested texts in one language: `{ a: { en: 'Day', zh: '日期' } }` becomes `{ a: 'Day' }`. */
export function inLanguage<TWords extends object>(words: TWords, language: Language): In<TWords> {
  const chosen = Object.entries(words).map(([name, word]) => [
    name,
    'en' in word ? word[language] : inLanguage(word, language),
  ]);
  return Object.fromEntries(chosen) as In<TWords>;
}
