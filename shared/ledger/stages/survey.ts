import { refuseOtherGateway } from '../../normalizer/intake/dialect.ts';
import {
  identifiesAll,
  mergeSurveys,
  NO_SURVEY,
  type Survey,
  surveyOf,
} from '../../normalizer/survey/survey.ts';
import { readPartRows } from '../part-rows.ts';
import { refuseTooManyUnreadable } from '../run.ts';
import { connectorOf, normalizerSettings } from '../settings.ts';
import { numbers, stage } from '../stage.ts';
import type { DealFacts } from './deal.ts';

/** Surveys the native rows of each part without overlaps, where those of the files do not say enough. */
export const survey = stage({
  id: 'survey',
  title: 'looking at row ids',
  async plan(before, deals, { store }) {
    const stripped = new Map<string, number>();
    let { rows, rejected, survey } = before;
    let needsIdentity = false;
    for await (const facts of deals as AsyncIterable<DealFacts>) {
      rows += facts.rows + facts.rejected;
      rejected += facts.rejected;
      needsIdentity ||= facts.needsIdentity;
      survey = mergeSurveys(survey, facts.survey);
      for (const [name, count] of facts.stripped) stripped.set(name, (stripped.get(name) ?? 0) + count);
    }
    const mostFirst = [...stripped].sort(([, a], [, b]) => b - a);
    const run = { ...before, rows, rejected, survey, stripped: mostFirst };
    await refuseTooManyUnreadable(run, store);
    refuseOtherGateway(survey.shown, connectorOf(run.settings));
    // Where numbers identify rows among all that came, they do among those that stay when overlaps are gone.
    const isJudged = !needsIdentity || identifiesAll(survey);
    return { run, tasks: isJudged ? [] : numbers(run.settings.parts) };
  },
  async work(part: number, { settings }, { store }): Promise<Survey> {
    const { rows, account } = await readPartRows(store, part, settings.parts, ['logs', 'upstreamCharges']);
    return surveyOf(rows, normalizerSettings(settings, account));
  },
});

/** The survey of all parts, where they were surveyed at all. */
export async function surveyOfAll(parts: AsyncIterable<unknown>): Promise<Survey | undefined> {
  let all: Survey | undefined;
  for await (const part of parts as AsyncIterable<Survey>) all = mergeSurveys(all ?? NO_SURVEY, part);
  return all;
}
