import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './language.ts';

/** What people read, in each of their languages; programs and logs are told it in English. */
export type Sentence = Readonly<Record<Language, string>>;

/** A sentence that is made alike in each language. */
export const inEach = (make: (language: Language) => string): Sentence =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Sentence;

/** What is said in one language; a text is the same in all. */
export const told = (said: Sentence | string, language: Language): string =>
  typeof said === 'string' ? said : said[language];

const COLON: Sentence = { en: ': ', zh: '：' };

/** `place: what is wrong there`. */
export const placed = (place: Sentence | string, said: Sentence): Sentence =>
  inEach((language) => told(place, language) + COLON[language] + said[language]);

const END: Sentence = { en: '.', zh: '。' };

/** What is said, as a sentence of its own. */
export const asSentence = (said: Sentence): Sentence => inEach((language) => said[language] + END[language]);

const OR: Sentence = { en: ' or ', zh: ' 或 ' };

/** Names of which any will do: `cost or total_cost`. */
export const anyOf = (names: readonly string[]): Sentence => inEach((language) => names.join(OR[language]));

/** A message of a schema, in the language that its check is asked in. */
export const worded =
  (said: Sentence) =>
  ({ lang = DEFAULT_LANGUAGE }: { readonly lang?: string | undefined }): string =>
    told(said, LANGUAGES.find((language) => language === lang) ?? DEFAULT_LANGUAGE);

/** The first of some names, and that there are more. */
export const firstFew = (names: readonly (string | undefined)[], most: number, comma = ', '): string =>
  names.slice(0, most).join(comma) + (names.length > most ? `${comma}…` : '');
