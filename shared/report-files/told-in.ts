import { reworded, sentencesOf } from '../engine/report/reworded.ts';
import type { Language } from '../language.ts';
import type { Finding } from '../schemas/report.ts';
import { notesIn } from './notes-in.ts';
import type { ReportSource } from './report-source.ts';
import { withSentences } from './with-sentences.ts';

/** A report with its sentences in a language; the steps word it in English. */
export function toldIn(source: ReportSource, language: Language): ReportSource {
  if (language === 'en') return source;
  const { head, meta, findings } = source;
  function* told(...asked: Parameters<ReportSource['findings']>): Generator<Finding> {
    for (const finding of findings(...asked)) yield reworded(finding, head.currency, language);
  }
  return {
    ...source,
    head: withSentences(head, sentencesOf(head, language)),
    meta: { ...meta, notes: notesIn(source, language) },
    findings: told,
  };
}
