import type { ReportedUsage } from './bills/bill-tokens.ts';
import type { ExportSettings } from './export-settings.ts';
import type { LogSurvey } from './log-survey/log-survey.ts';
import type { LogReading } from './logs/log-group.ts';

/** What every part knows: the caller's settings, and the survey of all rows. */
export interface ExportContext extends ExportSettings {
  readonly survey: LogSurvey;
  /** Plain consume rows that are read apart from these, of the logs and of the upstream's. */
  readonly consumedElsewhere?: Readonly<
    Record<'logs' | 'upstreamCharges', LogReading['isConsumedElsewhere']>
  >;
  /** Takes what reports of usage count; where nobody does, and where no bill is beside them, their rows are refused. */
  readonly takeUsage?: ((usage: ReportedUsage) => void) | undefined;
}

/** A canonical record, and the number of the native row that it stands for. */
export interface IndexedRecord<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
