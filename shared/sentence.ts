import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './language.ts';

/** Text for users in every language. Programs and logs get the English text. */
export type Sentence = Readonly<Record<Language, string>>;

/** Builds a sentence by calling `make` once for each language. */
export const makeSentence = (make: (language: Language) => string): Sentence =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Sentence;

/** Returns the text of a sentence in one language; a plain string is the same in all of them. */
export const textIn = (sentence: Sentence | string, language: Language): string =>
  typeof sentence === 'string' ? sentence : sentence[language];

const COLON: Sentence = { en: ': ', zh: '：' };

/** Puts a file, path or option in front of a sentence: `logs.json: is empty`. */
export const withPrefix = (prefix: Sentence | string, sentence: Sentence): Sentence =>
  makeSentence((language) => textIn(prefix, language) + COLON[language] + sentence[language]);

const END: Sentence = { en: '.', zh: '。' };

/** Appends a full stop (`.`, in Chinese `。`) to a sentence. */
export const appendFullStop = (sentence: Sentence): Sentence =>
  makeSentence((language) => sentence[language] + END[language]);

const OR: Sentence = { en: ' or ', zh: ' 或 ' };

/** Joins names as alternatives: `cost or total_cost`. */
export const joinAlternatives = (names: readonly string[]): Sentence =>
  makeSentence((language) => names.join(OR[language]));

/** Converts a sentence to an error message for valibot, which calls it with the language of the validation. */
export const toSchemaMessage =
  (sentence: Sentence) =>
  ({ lang = DEFAULT_LANGUAGE }: { readonly lang?: string | undefined }): string =>
    textIn(sentence, LANGUAGES.find((language) => language === lang) ?? DEFAULT_LANGUAGE);

/**
 * Joins the first `most` names with `comma`, and adds `…` if there are more. An undefined name becomes an empty text.
 */
export const joinFirst = (names: readonly (string | undefined)[], most: number, comma = ', '): string =>
  names.slice(0, most).join(comma) + (names.length > most ? `${comma}…` : '');
