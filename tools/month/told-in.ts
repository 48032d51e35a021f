import { sentencesOf } from '#shared/engine/report/reworded.ts';
import type { Language } from '#shared/language.ts';
import { sentences } from '#shared/normalizer/account.ts';
import { worded } from '#shared/report-files/worded.ts';
import { notesInChinese } from '#shared/words/notes-in-chinese.ts';
import type { MonthResult } from './run-month.ts';

/** A month with its sentences in a language; the steps word it in English. */
export function toldIn(result: MonthResult, language: Language): MonthResult {
  if (language === 'en') return result;
  const { report, meta, figures } = result;
  return {
    ...result,
    report: worded(report, sentencesOf(report, language)),
    meta: { ...meta, notes: sentences(figures, notesInChinese) },
  };
}
