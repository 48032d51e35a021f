import { DEFAULT_LANGUAGE } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { removeAcknowledged } from '../acknowledged/remove-acknowledged.ts';
import type { ReportSource } from './report-source.ts';

/**
 * Removes acknowledged causes from the sums, the causes and the answer of a report. The summary lists what each rule
 * covers; the list of findings does not change.
 */
export function withoutAcknowledged<TSource extends ReportSource>(
  source: TSource,
  rules: readonly AcknowledgementRule[],
): TSource {
  const { head: report, since, traits } = source;
  const rest = removeAcknowledged({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: rest.report, since: rest.since, traits: rest.traits };
}
