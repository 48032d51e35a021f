import { DEFAULT_LANGUAGE, type Language } from '../../language.ts';
import { listNoteSentences } from '../../normalizer/row-outcomes.ts';
import { translateSentences } from '../build/translations.ts';
import { withSentences } from '../view/page-report.ts';
import { describeEstimate } from '../words/estimate-words.ts';
import { notesInChinese } from '../words/notes-in-chinese.ts';
import { describeConversions } from '../words/rates-words.ts';
import type { ReportSource } from './report-source.ts';

/** Lists the notes of a report: about its files, about converted currencies, and about rows. */
export const listNotes = (
  { head, fileNotices, figures }: Pick<ReportSource, 'head' | 'fileNotices' | 'figures'>,
  language: Language,
): string[] => [
  ...fileNotices.map((sentence) => sentence[language]),
  ...describeConversions(head.summary.converted ?? [], head.currency, language),
  ...listNoteSentences(figures, ...(language === DEFAULT_LANGUAGE ? [] : [notesInChinese])),
];

/**
 * Builds the sentences of the page about what the operator entered: the rates by which currencies were converted, and
 * the cost estimated at the purchase prices.
 */
export const describeRatesAndPrices = (
  { summary, currency }: ReportSource['head'],
  language: Language,
): string[] => [
  ...describeConversions(summary.converted ?? [], currency, language),
  // Pass 0 unpriced requests: the page has its own sentence that asks for the missing prices.
  ...describeEstimate(
    { ...summary, estimate: summary.estimate && { ...summary.estimate, unpriced: 0 } },
    currency,
    language,
  ),
];

/** Returns a copy of the report whose sentences are in a language. */
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
