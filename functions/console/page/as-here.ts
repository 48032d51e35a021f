import { inEach, type Sentence } from '#shared/sentence.ts';
import { languages } from './words/words.ts';
import type { Problem } from './worker/protocol.ts';

/** Options of the month command, as sentences about files and settings name them. */
const OPTION = /--mapping .*?=mapping\.json ?[(（][^)）]*[)）]|--status status\.json|--[a-z]+(?:-[a-z]+)*/g;
const NAME = /^--([a-z-]+)/;

/** A sentence of a guard in the page's words: where the command has an option, the page has a choice or a field. */
const asHere = (sentence: Sentence): Sentence =>
  inEach((language) => {
    const { options } = languages[language];
    return sentence[language].replaceAll(OPTION, (option) => options[NAME.exec(option)?.[1] ?? ''] ?? option);
  });

export const problemHere = ({ message, details, ...rest }: Problem): Problem => ({
  ...rest,
  message: asHere(message),
  details: details.map(asHere),
});
