import type { Language } from '#shared/language.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import { optionsAs } from '#shared/report/words/options-as.ts';
import { makeSentence, type Sentence } from '#shared/sentence.ts';
import { languages } from './words/words.ts';
import type { Problem } from './worker/protocol.ts';

/** A text in the page's words: where the command has an option, the page has a choice or a field. */
const wordedHere = (text: string, language: Language): string =>
  optionsAs(text, (option) => languages[language].options[option]);

const asHere = (sentence: Sentence): Sentence =>
  makeSentence((language) => wordedHere(sentence[language], language));

export const problemHere = ({ message, details, ...rest }: Problem): Problem => ({
  ...rest,
  message: asHere(message),
  details: details.map(asHere),
});

type ByCode = Answered['translations']['zh']['byCode'];

const remediesHere = <T extends ByCode>(byCode: T, language: Language): T => {
  const remedies: Readonly<Record<string, string>> = languages[language].remedies;
  return Object.fromEntries(
    Object.entries(byCode).map(([code, told]) => [code, { ...told, remedy: remedies[code] ?? told.remedy }]),
  ) as T;
};

/** An answer whose remedies and notes say what to do on the page. */
export function answeredHere({ report, meta, translations: { zh }, ...rest }: Answered): Answered {
  const { findings } = report.summary;
  const byCode = remediesHere(findings.byCode, 'en');
  const notesHere = (notes: readonly string[], language: Language) =>
    notes.map((note) => wordedHere(note, language));
  return {
    ...rest,
    report: { ...report, summary: { ...report.summary, findings: { ...findings, byCode } } },
    ...(meta && { meta: { ...meta, notes: notesHere(meta.notes, 'en') } }),
    translations: {
      zh: { ...zh, byCode: remediesHere(zh.byCode, 'zh'), notes: notesHere(zh.notes, 'zh') },
    },
  };
}
