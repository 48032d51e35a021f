import { inEach, type Sentence } from '#shared/sentence.ts';
import { optionsAs } from '#shared/words/options-as.ts';
import { languages } from './words/words.ts';
import type { Problem } from './worker/protocol.ts';

/** A sentence of a guard in the page's words: where the command has an option, the page has a choice or a field. */
const asHere = (sentence: Sentence): Sentence =>
  inEach((language) => optionsAs(sentence[language], (option) => languages[language].options[option]));

export const problemHere = ({ message, details, ...rest }: Problem): Problem => ({
  ...rest,
  message: asHere(message),
  details: details.map(asHere),
});
