import type { AnyCheck } from './checks/check.ts';
import { Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import type { Digest } from './digest.ts';
import { settle } from './settle.ts';
import type { Context } from './survey/context.ts';
import { type EvidenceByCode, review } from './tally/evidence.ts';
import { type Conclusions, figuresOf } from './tally/figures.ts';

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
