import type { Language } from '../../language.ts';
import type { AccountSummary } from '../../normalizer/rejections-and-notes.ts';
import type { NormalizeMeta } from '../../schemas/normalize-meta.ts';
import type { Finding, HourRow } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { ChannelNames } from '../answer/localized-report.ts';
import type { CauseTraits } from '../answer/traits.ts';
import type { RunReport } from '../run-report.ts';

/** A row that could not be read. */
export interface RejectedRow {
  readonly file: string;
  readonly row: number;
  readonly reason: Sentence;
}

/** A row that a finding rests on: a sale, a charge for it, or a payment. */
export interface EvidenceRow {
  readonly findingId: string;
  readonly ledger: 'downstreamUsage' | 'upstreamCharges' | 'payments';
  /** Id of the request, or of the payment. */
  readonly id: string;
  /** An instant, as rows have it. */
  readonly at: string;
  /** Exact, in the report's currency unless it is a payment's own; what should have been charged, where that is known. */
  readonly amount: string | undefined;
  readonly expected?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Where it stands; one that was put together from several, where the first of them does. */
  readonly file?: string | undefined;
  readonly row?: number | undefined;
}

/** What is known of a finding before it is put into words. */
export interface FindingPlace extends Pick<Finding, 'code' | 'severity'> {
  readonly model?: string | undefined;
  readonly channelId?: string | undefined;
}

/** A report, as its files are written from it. */
export interface ReportSource {
  /** The report with an empty list of findings, which counts all of them. */
  readonly head: RunReport;
  /** Where every row went, as normalize tells it. */
  readonly meta: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  /** What a reader should know of the files before any figure. */
  readonly said: readonly Sentence[];
  /** What the notes count. */
  readonly figures: AccountSummary;
  /** Writes findings in the report's order: all, or those asked for; in English, or in another language. */
  readonly findings: (isAsked?: (place: FindingPlace) => boolean, language?: Language) => Iterable<Finding>;
  /** Opens the list of rows that findings rest on, finding by finding in the report's order: all, or those of these ids. */
  readonly evidence: (asked?: ReadonlySet<string>) => Iterable<EvidenceRow>;
  /** Opens the list of rows that could not be read, by file and row. */
  readonly rejected: () => Iterable<RejectedRow>;
  /** First day of each cause, in the order of `summary.causes`; null where only the whole shows it. */
  readonly since: readonly (string | null)[];
  /** What the channel list calls the channels of the report, by id. */
  readonly channelNames: ChannelNames;
  /** What was earned in each hour, where the books are of one day; else nothing. */
  readonly hours: readonly HourRow[];
  /** What all findings of each cause have in common, in the order of `summary.causes`. */
  readonly traits: readonly CauseTraits[];
  /** Name of the gateway. */
  readonly gateway?: string | undefined;
  /** The console's page. */
  readonly page: () => string;
  /** Language of all sentences: English by default, in report.html the reader's. */
  readonly language: Language | undefined;
}
