import { Sum } from '../money/sum.ts';
import type { AnyCheck } from './checks/check.ts';
import { Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import type { Customers, Digest } from './digest.ts';
import { weightOf } from './report/tables.ts';
import type { Context } from './survey/context.ts';
import { type EvidenceByCode, review } from './tally/evidence.ts';
import { type Conclusions, figuresOf } from './tally/figures.ts';

/**
 * Adds customers to totals and tallies, which keep a few of them only: what a digest holds is not to grow with their
 * number.
 * @param into may be of other groups than theirs
 * @param customers all of whose groups have been seen
 */
export function settle(
  { totals, tallies }: Pick<Digest, 'totals' | 'tallies'>,
  customers: Customers,
  context: Pick<Context, 'supplied'>,
): void {
  for (const [userId, line] of customers.lines)
    totals.users.add(userId, { line, weight: new Sum(weightOf(line, context)) });
  const userIds = new Set(Object.values(customers).flatMap((tallies) => [...tallies.keys()]));
  for (const { id, settle } of checks as readonly AnyCheck[]) {
    if (settle === undefined) continue;
    for (const userId of userIds)
      settle({ userId, line: customers.lines.get(userId), own: customers[id]?.get(userId) }, tallies[id]);
  }
}

/**
 * Lets every check conclude from what all groups have shown.
 * @param digest of the whole input, with or without its evidence and customers that are settled already; it is used up: what the checks conclude is written
 * into its evidence.
 */
export function conclude(digest: Digest, context: Context): Conclusions {
  const { totals, evidence, tallies, customers } = digest;
  settle(digest, customers, context);
  const figures = figuresOf(totals, context);
  const recorder = new Recorder(evidence, context);
  const briefs: Record<string, unknown> = {};
  for (const check of checks as readonly AnyCheck[])
    briefs[check.id] =
      check.conclude?.({ find: recorder.finder(check), context, tally: tallies[check.id], figures }) ?? null;
  return { figures, evidence, briefs };
}

/**
 * Lets every check look again at its findings.
 * @param evidence of the whole input, or of some subjects whose evidence is whole; it is changed in place.
 * @param briefs what the checks have concluded from all
 */
export function reviewAll(evidence: EvidenceByCode, briefs: Conclusions['briefs'], context: Context): void {
  for (const check of checks as readonly AnyCheck[])
    for (const [code, verdict] of Object.entries(check.review?.(briefs[check.id] as never, context) ?? {}))
      if (verdict) review(evidence, code, verdict);
}
