import { DEFAULT_LANGUAGE, type Language } from '../language.ts';
import { sentences } from '../normalizer/account.ts';
import { notesInChinese } from '../words/notes-in-chinese.ts';
import { conversions } from '../words/rates-words.ts';
import type { ReportSource } from './report-source.ts';

/** The notes of a report: what is said of its files, at which rates other currencies entered, and what became of rows. */
export const notesIn = (
  { head, said, figures }: Pick<ReportSource, 'head' | 'said' | 'figures'>,
  language: Language,
): string[] => [
  ...said.map((sentence) => sentence[language]),
  ...conversions(head.summary.converted ?? [], head.currency, language),
  ...sentences(figures, ...(language === DEFAULT_LANGUAGE ? [] : [notesInChinese])),
];
