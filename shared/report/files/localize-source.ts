import { DEFAULT_LANGUAGE, type Language } from '../../language.ts';
import { listNoteSentences } from '../../normalizer/rejections-and-notes.ts';
import { translateSentences } from '../build/translations.ts';
import { withSentences } from '../view/page-report.ts';
import { describeEstimate } from '../words/estimate-words.ts';
import { notesInChinese } from '../words/notes-in-chinese.ts';
import { describeConversions } from '../words/rates-words.ts';
import type { ReportSource } from './report-source.ts';

/** The notes of a report: what is said of its files, at which rates other currencies entered, and what became of rows. */
export const listNotes = (
  { head, said, figures }: Pick<ReportSource, 'head' | 'said' | 'figures'>,
  language: Language,
): string[] => [
  ...said.map((sentence) => sentence[language]),
  ...describeConversions(head.summary.converted ?? [], head.currency, language),
  ...listNoteSentences(figures, ...(language === DEFAULT_LANGUAGE ? [] : [notesInChinese])),
];

/** What the operator's rates and prices come to: what stands beside the figures that rest on them. */
export const describeRatesAndPrices = (
  { summary, currency }: ReportSource['head'],
  language: Language,
): string[] => [
  ...describeConversions(summary.converted ?? [], currency, language),
  // The page asks for prices by itself.
  ...describeEstimate(
    { ...summary, estimate: summary.estimate && { ...summary.estimate, unpriced: 0 } },
    currency,
    language,
  ),
];

/** A report with its sentences in a language. */
export function localizeSource(source: ReportSource, language: Language): ReportSource {
  if (language === 'en') return source;
  const { head, meta } = source;
  return {
    ...source,
    head: withSentences(head, translateSentences(head, language)),
    meta: { ...meta, notes: listNotes(source, language) },
    findings: (isAsked) => source.findings(isAsked, language),
  };
}
