import { type Traits, TraitsOfCauses } from '../answer/traits.ts';
import type { KnownRule } from '../known/known-rules.ts';
import { openPart } from '../known/open-part.ts';
import { DEFAULT_LANGUAGE } from '../language.ts';
import type { ReportSource } from './report-source.ts';

/** What all findings of each cause have in common: the list of findings is gone through once. */
export async function traitsIn({ head, findings }: ReportSource): Promise<readonly Traits[]> {
  const seen = new TraitsOfCauses();
  for await (const finding of findings()) seen.add(finding);
  return seen.of(head.summary.causes);
}

/**
 * A report without the causes that its operator knows: sums and answer are of what is left, and the summary lists what
 * each rule covers. All findings stay in the list, which is gone through once.
 */
export async function knowing<TSource extends ReportSource>(
  source: TSource,
  rules: readonly KnownRule[],
): Promise<TSource> {
  if (rules.length === 0) return source;
  const { head: report, since } = source;
  const traits = await traitsIn(source);
  const told = openPart({ report, since, traits, clauses: {} }, rules, DEFAULT_LANGUAGE);
  return { ...source, head: told.report, since: told.since, traits: told.traits };
}
