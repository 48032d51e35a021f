import type { AnyCheck } from './checks/check.ts';
import { Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import type { Digest } from './digest.ts';
import type { Context } from './survey/context.ts';
import { type EvidenceByCode, review } from './tally/evidence.ts';
import { type Conclusions, figuresOf } from './tally/figures.ts';

/**
 * Lets every check conclude from what all groups have shown.
 * @param digest of the whole input, with or without its evidence; it is used up: what the checks conclude is written
 * into its evidence.
 */
export function conclude({ totals, evidence, tallies }: Digest, context: Context): Conclusions {
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
    for (const [code, verdict] of Object.entries(check.review ?? {}))
      if (verdict) review(evidence, code, (seen) => verdict(seen, briefs[check.id] as never, context));
}
