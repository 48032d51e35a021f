import { DEFAULT_LANGUAGE } from '../../language.ts';
import type { KnownRule } from '../acknowledged/known-rules.ts';
import { openPart } from '../acknowledged/open-part.ts';
import type { ReportSource } from './report-source.ts';

/**
 * Leaves the causes that its operator knows out of a report: sums and answer are of what is left, and the summary lists
 * what each rule covers. All findings stay in the list.
 */
export function knowing<TSource extends ReportSource>(source: TSource, rules: readonly KnownRule[]): TSource {
  const { head: report, since, traits } = source;
  const told = openPart({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: told.report, since: told.since, traits: told.traits };
}
