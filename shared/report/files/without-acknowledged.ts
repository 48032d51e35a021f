import { DEFAULT_LANGUAGE } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { removeAcknowledged } from '../acknowledged/remove-acknowledged.ts';
import type { ReportSource } from './report-source.ts';

/**
 * Removes acknowledged causes from a report. Sums and answer do not include them, and the summary lists what each rule
 * covers. The list of findings stays complete.
 */
export function withoutAcknowledged<TSource extends ReportSource>(
  source: TSource,
  rules: readonly AcknowledgementRule[],
): TSource {
  const { head: report, since, traits } = source;
  const rest = removeAcknowledged({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: rest.report, since: rest.since, traits: rest.traits };
}
