import type { Language } from '../../../language.ts';

/** A word in both languages: a text, or what makes one of figures. */
export type Both<TWord> = Readonly<Record<Language, TWord>>;

export const both = <TWord>(en: TWord, zh: NoInfer<TWord>): Both<TWord> => ({ en, zh });

/** Words as a reader of one language is given them. */
export type In<TWords> =
  TWords extends Both<infer TWord> ? TWord : { readonly [TName in keyof TWords]: In<TWords[TName]> };

export function inLanguage<TWords extends object>(words: TWords, language: Language): In<TWords> {
  const chosen = Object.entries(words).map(([name, word]) => [
    name,
    'en' in word ? word[language] : inLanguage(word, language),
  ]);
  return Object.fromEntries(chosen) as In<TWords>;
}
