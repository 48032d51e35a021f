import type { CountedUsage } from './bills/bill-tokens.ts';
import type { LogReading } from './logs/log-group.ts';
import type { ExportSettings } from './settings.ts';
import type { LogSurvey } from './survey/survey.ts';

/** What every part knows: the caller's settings, and the survey of all rows. */
export interface ExportContext extends ExportSettings {
  readonly survey: LogSurvey;
  /** Plain consume rows that are read apart from these, of the logs and of the upstream's. */
  readonly apart?: Readonly<Record<'logs' | 'upstreamCharges', LogReading['isConsumedApart']>>;
  /** Takes what reports of usage count; where nobody does, and where no bill is beside them, their rows are refused. */
  readonly takeUsage?: ((usage: CountedUsage) => void) | undefined;
}

/** A canonical record, and the number of the native row that it stands for. */
export interface Placed<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
