import { DEFAULT_LANGUAGE } from '../../language.ts';
import type { KnownRule } from '../acknowledged/known-rules.ts';
import { openPart } from '../acknowledged/open-part.ts';
import { type Traits, traitsOf } from '../answer/traits.ts';
import type { ReportSource } from './report-source.ts';

/**
 * A report without the causes that its operator knows: sums and answer are of what is left, and the summary lists what
 * each rule covers. All findings stay in the list, which is gone through once.
 */
export function knowing<TSource extends ReportSource>(
  source: TSource,
  rules: readonly KnownRule[],
): TSource & { readonly traits: readonly Traits[] } {
  const { head: report, since, findings } = source;
  const traits = traitsOf(report.summary.causes, findings());
  if (rules.length === 0) return { ...source, traits };
  const told = openPart({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: told.report, since: told.since, traits: told.traits };
}
