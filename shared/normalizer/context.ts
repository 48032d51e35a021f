import type { Settings } from './settings.ts';
import type { Survey } from './survey/survey.ts';

/** What every part is told: the caller's settings, and what the survey of all rows says. */
export interface Context extends Settings {
  readonly survey: Survey;
}

/** A canonical record, and the number of the native row that it stands for. */
export interface Placed<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
