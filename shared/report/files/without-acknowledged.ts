import { DEFAULT_LANGUAGE } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { removeAcknowledged } from '../acknowledged/remove-acknowledged.ts';
import type { ReportSource } from './report-source.ts';

/**
 * Leaves the causes that its operator knows out of a report: sums and answer are of what is left, and the summary lists
 * what each rule covers. All findings stay in the list.
 */
export function withoutAcknowledged<TSource extends ReportSource>(
  source: TSource,
  rules: readonly AcknowledgementRule[],
): TSource {
  const { head: report, since, traits } = source;
  const told = removeAcknowledged({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: told.report, since: told.since, traits: told.traits };
}
