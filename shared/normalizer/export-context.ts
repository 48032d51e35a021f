import type { ReportedUsage } from './bills/bill-tokens.ts';
import type { ExportSettings } from './export-settings.ts';
import type { LogSurvey } from './log-survey/log-survey.ts';
import type { LogReading } from './logs/log-group.ts';

/** Settings of the caller, and the survey of all log rows. */
export interface ExportContext extends ExportSettings {
  readonly survey: LogSurvey;
  /** Looks up consume rows that are not among the entries, for the own log and for upstream logs. */
  readonly consumedElsewhere?: Readonly<
    Record<'logs' | 'upstreamCharges', LogReading['isConsumedElsewhere']>
  >;
  /** Receives the rows of usage reports. Without it such rows are refused: on their own they have no use. */
  readonly takeUsage?: ((usage: ReportedUsage) => void) | undefined;
}

/** A canonical record with the index of its native row. */
export interface IndexedRecord<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
