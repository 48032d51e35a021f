import { inEach, type Sentence } from '#shared/sentence.ts';
import { languages } from './words/words.ts';
import type { Problem } from './worker/protocol.ts';

/** Options of the month command, as sentences about files and settings name them. */
const OPTION = /--status status\.json|--[a-z]+(?:-[a-z]+)*/g;
const NAME = /^--([a-z-]+)/;
const MAPPING = { from: '--mapping ', to: '=mapping.json' } as const;
/** What stands behind a file of a mapping: the page that tells of them. */
const IN_BRACKETS = /^ ?[(（][^)）]*[)）]/;

/** The option of a mapping without its file, whose name may hold anything, and without the page that tells of it. */
function withoutMappingFile(text: string): string {
  const from = text.indexOf(MAPPING.from);
  const to = text.indexOf(MAPPING.to, from);
  if (from < 0 || to < 0) return text;
  return `${text.slice(0, from)}--mapping${text.slice(to + MAPPING.to.length).replace(IN_BRACKETS, '')}`;
}

/** A sentence of a guard in the page's words: where the command has an option, the page has a choice or a field. */
const asHere = (sentence: Sentence): Sentence =>
  inEach((language) => {
    const { options } = languages[language];
    return withoutMappingFile(sentence[language]).replaceAll(
      OPTION,
      (option) => options[NAME.exec(option)?.[1] ?? ''] ?? option,
    );
  });

export const problemHere = ({ message, details, ...rest }: Problem): Problem => ({
  ...rest,
  message: asHere(message),
  details: details.map(asHere),
});
