import type { ReconciliationReport } from '../../schemas/report.ts';
import type { Traits } from './traits.ts';

/** By code, a part of a sentence of one finding and of several, in which `#` is how many. */
export type Clauses = Readonly<Record<string, readonly [one: string, several: string]>>;

/** What the operator's channel list calls channels, by id. */
export type ChannelNames = Readonly<Record<string, string>>;

/** A report, worded in one language, and when its causes began. */
export interface Told {
  readonly report: ReconciliationReport;
  /** First day of each cause, in the order of `summary.causes`; null where only the cause shows it. */
  readonly since: readonly (string | null)[];
  /** Why money is at risk by the causes of each code. */
  readonly clauses: Clauses;
  /** What all findings of each cause have in common, in the same order; absent where nobody has looked at them all. */
  readonly traits?: readonly Traits[];
  readonly channelNames?: ChannelNames;
}
