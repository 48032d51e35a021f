import type { Language } from '../../language.ts';
import type { NormalizeMeta } from '../../schemas/normalize-meta.ts';
import type { HourRow, ReconciliationReport } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import type { ChannelNames, Clauses } from '../answer/localized-report.ts';
import type { CauseTraits, CustomerAccount } from '../answer/traits.ts';
import type { ReportSentences } from '../build/translations.ts';
import type { EvidenceRow, RejectedRow } from '../files/report-source.ts';

/** Requests of a model without a price, and their exact revenue. */
interface Unpriced {
  readonly model: string;
  readonly requests: number;
  readonly revenue: string;
}

/** Texts of a report in another language than English. */
interface Translation extends ReportSentences {
  /** Messages of the findings, in their order. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly stated: readonly string[];
}

/** Report with its texts and further data, as the page shows it and a saved report file contains it. */
export interface PageReport {
  /** The report in English. */
  readonly report: ReconciliationReport;
  /**
   * Counts of rows read from gateway exports, and notes about them. Absent if the input was in the service's own
   * format.
   */
  readonly meta?: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  /** Texts of the report in the other languages. */
  readonly translations: Readonly<Record<Exclude<Language, 'en'>, Translation>>;
  /** English texts from which the sentences about causes are built, by code of the finding. */
  readonly clauses: Clauses;
  /** First day of each cause, in the order of `summary.causes`; null if its findings have no day. */
  readonly since: readonly (string | null)[];
  /** What the findings of each cause have in common, such as shares of customers, in the same order. */
  readonly traits: readonly CauseTraits[];
  /** Evidence rows of the first findings of each cause, by the finding's id. */
  readonly evidence?: Readonly<Record<string, readonly EvidenceRow[]>>;
  /** Names of channels by id. */
  readonly channelNames?: ChannelNames;
  /** Figures by hour, if the input covers only one day. */
  readonly hours?: readonly HourRow[];
  /** Refunds and payments of the customers in the table by customer. Absent in older saved reports. */
  readonly accounts?: Readonly<Record<string, CustomerAccount>>;
  /** Zone of days and hours, if it is not UTC. */
  readonly timeZone?: string;
  /** First day (or hour, if the input covers only one day) of findings by id. */
  readonly days?: Readonly<Record<string, string>>;
  /** Name of the gateway, if there is one. */
  readonly gateway?: string;
  /** Acknowledgements of the user that have not been applied yet. */
  readonly rules?: readonly AcknowledgementRule[];
  /** Number of rows that could not be read (`count`), and the first of them (`first`). */
  readonly aside?: { readonly count: number; readonly first: readonly RejectedRow[] };
  /** Sentences about the currency rates and purchase prices that the operator entered. */
  readonly stated?: readonly string[];
  /** Models with requests without a price, the largest revenue first. Absent if no prices were given. */
  readonly unpriced?: readonly Unpriced[];
  /** Sentence about where to get the prices of `unpriced` models. Present if the settings take prices from a list. */
  readonly priceHint?: Sentence;
  /** Language in which the page opens. Without it, the language of the browser. */
  readonly language?: Language;
}

/**
 * Replaces the sentences of a report by those of a translation. A finding without an entry in `messages` keeps its
 * message.
 */
export function withSentences<T extends ReconciliationReport>(
  report: T,
  { answer, messages = [], byCode }: ReportSentences & Partial<Pick<Translation, 'messages'>>,
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

/** Returns a copy of the report with its sentences in the given language, taken from `translations`. */
export function localizePageReport(answered: PageReport, language: Language): PageReport {
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
