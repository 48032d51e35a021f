import type { Language } from '../../language.ts';
import type { OutcomeCounts } from '../../normalizer/row-outcomes.ts';
import type { NormalizeMeta } from '../../schemas/normalize-meta.ts';
import type { Finding, HourRow } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { LocalizedReport } from '../answer/localized-report.ts';
import type { CustomerAccount } from '../answer/traits.ts';
import type { RunReport } from '../run-report.ts';

/** A row that could not be read. */
export interface RejectedRow {
  readonly file: string;
  readonly row: number;
  readonly reason: Sentence;
}

/** Evidence row of a finding: a sale, an upstream charge for it, or a payment. */
export interface EvidenceRow {
  readonly findingId: string;
  readonly ledger: 'downstreamUsage' | 'upstreamCharges' | 'payments';
  /** Id of the request, or of the payment. */
  readonly id: string;
  /** Instant in ISO 8601. */
  readonly at: string;
  /** Exact amount in the report's currency; of payments, in the currency of the payment. */
  readonly amount: string | undefined;
  /** Exact expected charge, if it is known. */
  readonly expected?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** File and row number. For a record that was merged from several rows, those of the first one. */
  readonly file?: string | undefined;
  readonly row?: number | undefined;
}

/** Code, severity, model and channel of a finding, by which findings are filtered before their messages are built. */
export interface FindingNames extends Pick<Finding, 'code' | 'severity'> {
  readonly model?: string | undefined;
  readonly channelId?: string | undefined;
}

/** A report with the data from which its files (JSON, CSV, page) are generated. */
export interface ReportSource extends Required<Pick<LocalizedReport, 'since' | 'traits' | 'channelNames'>> {
  /** The report with an empty list of findings. Its counts include all findings. */
  readonly head: RunReport;
  /** Counts of rows read from gateway exports, and notes about them. */
  readonly meta: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  /** Sentences about the files, which precede all figures. */
  readonly fileNotices: readonly Sentence[];
  /** Counts from which the notes are built. */
  readonly figures: OutcomeCounts;
  /** Generates findings in the order of the report, optionally filtered, in a language (English by default). */
  readonly findings: (isWanted?: (names: FindingNames) => boolean, language?: Language) => Iterable<Finding>;
  /** Iterates over evidence rows, finding by finding in the order of the report; optionally only of the given ids. */
  readonly evidence: (ids?: ReadonlySet<string>) => Iterable<EvidenceRow>;
  /** Iterates over rows that could not be read, by file and row. */
  readonly rejected: () => Iterable<RejectedRow>;
  /** Figures by hour, if the input covers only one day; else empty. */
  readonly hours: readonly HourRow[];
  /** Refunds and payments of the customers in the table by customer. */
  readonly accounts: Readonly<Record<string, CustomerAccount>>;
  /** Name of the gateway. */
  readonly gateway?: string | undefined;
  /** Returns the page into which the report is written. */
  readonly page: () => string;
  /** Language of all sentences. Without it they are English, in report.html in the language of the browser. */
  readonly language: Language | undefined;
}
