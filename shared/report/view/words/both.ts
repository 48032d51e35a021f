import type { Language } from '../../../language.ts';
import { formatCount, pluralize } from '../../answer/format-amount.ts';

/** A text, or a function that builds one, in each language. */
export type Both<TWord> = Readonly<Record<Language, TWord>>;

/** Combines an English and a Chinese text, or two functions that build one, to `{ en, zh }`. */
export const both = <TWord>(en: TWord, zh: NoInfer<TWord>): Both<TWord> => ({ en, zh });

/** A value for each name in braces in a text. */
type Values<TText extends string> = TText extends `${string}{${string}}${infer TRest}`
  ? [value: string | number, ...Values<TRest>]
  : [];
/** Matches a name in braces, with a noun to which it is the count: `{name}`, `{n row}`. */
const SLOT = /\{(\w{1,20})(?: ([a-z ]{1,20}))?\}/g;

/**
 * Creates functions that fill values into an English and a Chinese text, such as `Remove {name}`. They take the values
 * in the order of their names in the English text. Numbers are grouped; `{n row}` becomes `1 row` or `1,500 rows`.
 */
export function template<const TText extends string>(en: TText, zh: string) {
  const names = Array.from(en.matchAll(SLOT), ([, name]) => name);
  const fill =
    (text: string) =>
    (...values: Values<TText>): string =>
      text.replace(SLOT, (_, name: string, noun?: string) => {
        const value = values[names.indexOf(name)] as string | number;
        if (typeof value === 'string') return value;
        return noun === undefined ? formatCount(value) : pluralize(value, noun);
      });
  return both(fill(en), fill(zh));
}

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
