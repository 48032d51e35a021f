import type { Language } from '#shared/language.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import { replaceOptions } from '#shared/report/words/replace-options.ts';
import { makeSentence, type Sentence } from '#shared/sentence.ts';
import { languages } from './words/words.ts';
import type { InputProblem } from './worker/protocol.ts';

/** Replaces options of the month command in a text by the fields of the page. */
const wordForPage = (text: string, language: Language): string =>
  replaceOptions(text, (option) => languages[language].options[option]);

const toPageSentence = (sentence: Sentence): Sentence =>
  makeSentence((language) => wordForPage(sentence[language], language));

/** Rewords a problem for the page: names fields of the form instead of options such as `--quota-per-unit`. */
export const wordProblemForPage = ({ message, details, ...rest }: InputProblem): InputProblem => ({
  ...rest,
  message: toPageSentence(message),
  details: details.map(toPageSentence),
});

type ByCode = PageReport['translations']['zh']['byCode'];

const replaceRemedies = <T extends ByCode>(byCode: T, language: Language): T => {
  const remedies: Readonly<Record<string, string>> = languages[language].remedies;
  return Object.fromEntries(
    Object.entries(byCode).map(([code, texts]) => [
      code,
      { ...texts, remedy: remedies[code] ?? texts.remedy },
    ]),
  ) as T;
};

/**
 * Rewords remedies and notes of a report for the page: names fields of the form instead of options such as
 * `--period`.
 */
export function wordAnswerForPage({ report, meta, translations: { zh }, ...rest }: PageReport): PageReport {
  const { findings } = report.summary;
  const byCode = replaceRemedies(findings.byCode, 'en');
  const wordNotes = (notes: readonly string[], language: Language) =>
    notes.map((note) => wordForPage(note, language));
  return {
    ...rest,
    report: { ...report, summary: { ...report.summary, findings: { ...findings, byCode } } },
    ...(meta && { meta: { ...meta, notes: wordNotes(meta.notes, 'en') } }),
    translations: {
      zh: { ...zh, byCode: replaceRemedies(zh.byCode, 'zh'), notes: wordNotes(zh.notes, 'zh') },
    },
  };
}
