import type { Language } from '../../language.ts';
import type { NormalizeMeta } from '../../schemas/normalize-meta.ts';
import type { HourRow, ReconciliationReport } from '../../schemas/report.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import type { ChannelNames, Clauses } from '../answer/told.ts';
import type { Traits } from '../answer/traits.ts';
import type { Sentences } from '../build/translations.ts';
import type { EvidenceRow, RejectedRow } from '../files/report-source.ts';

/** Requests without a price, by model; what they earned, exact. */
interface Unpriced {
  readonly model: string;
  readonly requests: number;
  readonly revenue: string;
}

/** All that is worded differently in another language than the report's own. */
interface Translation extends Sentences {
  /** Of the findings, in their order. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly stated: readonly string[];
}

/** What the page shows, and what a report file carries. */
export interface Answered {
  /** In English. */
  readonly report: ReconciliationReport;
  /** Where native rows went; absent where the ledgers were canonical. */
  readonly meta?: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  readonly translations: Readonly<Record<Exclude<Language, 'en'>, Translation>>;
  /** What the answer says of the causes of each code; in English. */
  readonly clauses: Clauses;
  /** First day of each cause, in the order of `summary.causes`; null where only the whole shows it. */
  readonly since: readonly (string | null)[];
  /** What all findings of each cause have in common, in the same order. */
  readonly traits: readonly Traits[];
  /** Rows that the first findings of each cause rest on, by the finding's id. */
  readonly evidence?: Readonly<Record<string, readonly EvidenceRow[]>>;
  readonly channelNames?: ChannelNames;
  /** What was earned in each hour, where the books are of one day. */
  readonly hours?: readonly HourRow[];
  /** First day of findings, by id, as far as it is known; the hour where the books are of one day. */
  readonly days?: Readonly<Record<string, string>>;
  /** Name of the gateway, where it is known. */
  readonly gateway?: string;
  /** Rules of the reader that are still to be applied. */
  readonly rules?: readonly AcknowledgementRule[];
  /** Rows that could not be read and were left out: how many, and the first of them. */
  readonly aside?: { readonly count: number; readonly first: readonly RejectedRow[] };
  /** What the operator's rates and prices come to, a sentence each. */
  readonly stated?: readonly string[];
  /** Models sold of which requests have no price, where prices were stated: the most revenue first. */
  readonly unpriced?: readonly Unpriced[];
  /** The language that the page opens in; the reader's where it is absent. */
  readonly language?: Language;
}

/** Replaces the sentences of a report; a finding without a message in `messages` keeps its own. */
export function withSentences<T extends ReconciliationReport>(
  report: T,
  { answer, messages = [], byCode }: Sentences & Partial<Pick<Translation, 'messages'>>,
): T {
  const { findings } = report.summary;
  const lines = Object.entries(findings.byCode).map(([code, line]) => [code, { ...line, ...byCode[code] }]);
  return {
    ...report,
    summary: {
      ...report.summary,
      answer: { ...report.summary.answer, text: answer },
      findings: { ...findings, byCode: Object.fromEntries(lines) },
    },
    findings: report.findings.map((finding, index) => ({
      ...finding,
      message: messages[index] ?? finding.message,
    })),
  };
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
    stated: translation.stated,
    ...(meta && { meta: { ...meta, notes: translation.notes } }),
  };
}
