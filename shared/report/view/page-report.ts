import type { Language } from '../../language.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { cachePerObject } from '../answer/findings-of-cause.ts';
import type { LocalizedReport } from '../answer/localized-report.ts';
import { computeScope } from '../answer/scope.ts';
import type { ReportSentences } from '../build/translations.ts';
import type { EvidenceRow, RejectedRow, ReportSource } from '../files/report-source.ts';

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

/**
 * Report with its texts and further data, as the page shows it and a saved report file contains it. The report and its
 * clauses are in English.
 */
export interface PageReport
  extends Required<LocalizedReport>,
    Pick<ReportSource, 'meta' | 'hours' | 'accounts' | 'gateway' | 'language'> {
  /** Texts of the report in the other languages. */
  readonly translations: Readonly<Record<Exclude<Language, 'en'>, Translation>>;
  /** Evidence rows of the first findings of each cause, by the finding's id. */
  readonly evidence: Readonly<Record<string, readonly EvidenceRow[]>>;
  /** Zone of days and hours. */
  readonly timeZone: string;
  /** First day (or hour, if the input covers only one day) of findings by id. */
  readonly days: Readonly<Record<string, string>>;
  /** Acknowledgements of the user that have not been applied yet. */
  readonly rules?: readonly AcknowledgementRule[];
  /** Number of rows that could not be read (`count`), and the first of them (`first`). */
  readonly aside?: { readonly count: number; readonly first: readonly RejectedRow[] };
  /** Sentences about the currency rates and purchase prices that the operator entered. */
  readonly stated: readonly string[];
  /** Models with requests without a price, the largest revenue first. Absent if no prices were given. */
  readonly unpriced?: readonly Unpriced[];
  /** Sentence about where to get the prices of `unpriced` models. Present if the settings take prices from a list. */
  readonly priceHint?: Sentence;
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

const translate = cachePerObject(
  (translation: Translation, answered: PageReport): PageReport => ({
    ...answered,
    report: withSentences(answered.report, translation),
    clauses: translation.clauses,
    stated: translation.stated,
    meta: { ...answered.meta, notes: translation.notes },
  }),
);

/** Returns the report with its sentences in the given language, taken from `translations`. Cached. */
export const localizePageReport = (answered: PageReport, language: Language): PageReport =>
  language === 'en' ? answered : translate(answered.translations[language], answered);

/** Lists the days of a report, or its hours if the input covers only one day, the earliest first. */
export const listTimes = ({ report, hours }: Pick<PageReport, 'report' | 'hours'>): string[] =>
  hours.length > 0 ? hours.map(({ hour }) => hour) : report.summary.byDay.map(({ day }) => day).toReversed();

/** Name of a report's files without ending, after its days: `reconciliation-2026-10-01-2026-10-31`. */
export function buildReportName(report: ReconciliationReport): string {
  const { from, to } = computeScope(report);
  const days = from === to ? [from] : [from, to];
  return ['reconciliation', ...days].filter(Boolean).join('-');
}
