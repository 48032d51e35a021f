import { type Survey, surveyOf } from '../normalizer/survey/survey.ts';
import { keys } from './keys.ts';
import { readPartRows } from './part-rows.ts';
import { type LedgerSettings, normalizerSettings } from './settings.ts';
import { type Store, writeJson } from './store.ts';

/** Surveys the native rows of one part. */
export async function surveyPart(part: number, settings: LedgerSettings, store: Store): Promise<Survey> {
  const { rows, account } = await readPartRows(store, part, ['logs', 'upstreamCharges']);
  const survey = surveyOf(rows, normalizerSettings(settings, account));
  await writeJson(store, keys.facts('survey', part), survey);
  return survey;
}
