import type { Language } from '#shared/language.ts';
import type { ViewData } from '#shared/report/view/report.ts';
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

/**
 * Rewords remedies and notes of a report for the page: names fields of the form instead of options such as
 * `--period`.
 */
export function wordViewForPage<TData extends Pick<ViewData, 'report' | 'meta' | 'language'>>(
  data: TData,
): TData {
  const { report, meta, language } = data;
  const { findings } = report.summary;
  const remedies: Readonly<Record<string, string>> = languages[language].remedies;
  const lines = Object.entries(findings.byCode).map(([code, line]) => [
    code,
    { ...line, remedy: remedies[code] ?? line.remedy },
  ]);
  const byCode = Object.fromEntries(lines);
  return {
    ...data,
    report: { ...report, summary: { ...report.summary, findings: { ...findings, byCode } } },
    meta: { ...meta, notes: meta.notes.map((note) => wordForPage(note, language)) },
  };
}
