import type { Sentences } from '#shared/engine/report/reworded.ts';
import type { Language } from '#shared/language.ts';
import { withSentences } from '#shared/report-files/with-sentences.ts';
import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import type { Sentence } from '#shared/sentence.ts';

/** Where a row stands in the reader's files, and why it cannot be read. */
export interface AsideRow {
  readonly file: string;
  readonly row: number;
  readonly reason: Sentence;
}

/** Rows that could not be read and were left out. */
export interface AsideRows {
  readonly count: number;
  /** The first of them. */
  readonly first: readonly AsideRow[];
}

/** What is told in sentences, in another language than the report's own. */
interface Translation extends Sentences {
  readonly notes: readonly string[];
}

/** What the page shows, and what a report file carries. */
export interface Answered {
  /** In English. */
  readonly report: ReconciliationReport;
  /** Where native rows went; absent where the ledgers were canonical. */
  readonly meta?: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  readonly translations: Readonly<Record<Exclude<Language, 'en'>, Translation>>;
  /** What the sentence that answers says of each cause, in the order of `summary.causes`; in English. */
  readonly clauses: readonly string[];
  /** First day of each cause, in the order of `summary.causes`; null where only the whole shows it. */
  readonly since: readonly (string | null)[];
  readonly aside?: AsideRows;
  readonly acknowledged?: readonly string[];
  /** The language that the page opens in; the reader's where it is absent. */
  readonly language?: Language;
}

/** The same with its sentences in a language. */
export function toldIn(answered: Answered, language: Language): Answered {
  if (language === 'en') return answered;
  const { report, meta, translations } = answered;
  const translation = translations[language];
  return {
    ...answered,
    report: withSentences(report, translation),
    clauses: translation.clauses,
    ...(meta && { meta: { ...meta, notes: translation.notes } }),
  };
}
