import type { ReconciliationReport } from '../../schemas/report.ts';
import type { CauseTraits } from './traits.ts';

/**
 * Parts of sentences about findings, by code: about one finding, and about several (`#` stands for the number). For
 * example: `a delivered request was not charged`, `# delivered requests were not charged`.
 */
export type Clauses = Readonly<Record<string, readonly [one: string, several: string]>>;

/** Names of channels by id, from the operator's channel list. */
export type ChannelNames = Readonly<Record<string, string>>;

/** A report in one language, with the data from which the sentences about its causes are built. */
export interface LocalizedReport {
  readonly report: ReconciliationReport;
  /** First day of each cause, in the order of `summary.causes`; null if its findings have no day. */
  readonly since: readonly (string | null)[];
  /** Clauses from which the sentences about the causes are built, by code. */
  readonly clauses: Clauses;
  /**
   * What the findings of each cause have in common, such as customers and a factor on prices, in the order of
   * `summary.causes`. Absent if not all findings are available.
   */
  readonly traits?: readonly CauseTraits[];
  /** Names of channels by id. Absent without a channel list. */
  readonly channelNames?: ChannelNames;
}
