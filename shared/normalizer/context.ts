import type { Settings } from './settings.ts';
import type { Survey } from './survey/survey.ts';

/** What every part knows: the caller's settings, and the survey of all rows. */
export interface Context extends Settings {
  readonly survey: Survey;
}

/** A canonical record, and the number of the native row that it stands for. */
export interface Placed<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
