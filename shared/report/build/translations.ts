import { codeWords } from '../../engine/checks/registry.words.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import { buildAnswer } from '../answer/first-lines.ts';
import type { Clauses } from '../answer/localized-report.ts';

/**
 * Returns for each code of a report the text from which a sentence about its findings is built: for one finding, and
 * for several (`#` stands for the number).
 */
export const listClauses = ({ summary }: ReconciliationReport, language: Language): Clauses =>
  Object.fromEntries(
    Object.keys(summary.findings.byCode).map((code) => {
      const clause = codeWords.get(code)?.[language].clause ?? code;
      return [code, typeof clause === 'string' ? [clause, clause] : clause];
    }),
  );

/** Returns the titles of finding codes (`names`) in each language. Leaves out unknown codes. */
export const translateTitles = (names: readonly string[]): Record<Language, Record<string, string>> => {
  const known = names.filter((name) => codeWords.has(name));
  const titlesIn = (language: Language) =>
    Object.fromEntries(known.map((name) => [name, codeWords.get(name)?.[language].title ?? name]));
  return Object.fromEntries(LANGUAGES.map((language) => [language, titlesIn(language)])) as ReturnType<
    typeof translateTitles
  >;
};

/** Sentences of a report in one language, without the messages of its findings. */
export interface ReportSentences {
  readonly answer: string;
  readonly byCode: Readonly<Record<string, { readonly title: string; readonly remedy: string }>>;
  readonly clauses: Clauses;
}

/** Translates the answer, titles and remedies of a report. Keeps texts of codes that this version does not have. */
export function translateSentences(report: ReconciliationReport, language: Language): ReportSentences {
  const { summary } = report;
  const titles = Object.entries(summary.findings.byCode).map(([code, { title, remedy }]) => {
    const texts = codeWords.get(code)?.[language] ?? { title, remedy };
    return [code, { title: texts.title, remedy: texts.remedy }] as const;
  });
  const byCode = Object.fromEntries(
    titles.map(([code, texts]) => [code, { ...summary.findings.byCode[code], ...texts }]),
  ) as typeof summary.findings.byCode;
  const told = { ...report, summary: { ...summary, findings: { ...summary.findings, byCode } } };
  return {
    answer: buildAnswer(told, language).text,
    byCode: Object.fromEntries(titles),
    clauses: listClauses(report, language),
  };
}
