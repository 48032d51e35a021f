import type { AnyCheck } from './checks/check.ts';
import { Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import type { Digest } from './digest.ts';
import type { Context } from './survey/context.ts';
import { review } from './tally/evidence.ts';
import { type Conclusions, figuresOf } from './tally/figures.ts';

/**
 * Lets every check conclude from what all groups have shown.
 * @param digest of the whole input; it is used up: the checks' conclusions are written into its evidence.
 */
export function conclude({ totals, evidence, tallies }: Digest, context: Context): Conclusions {
  const figures = figuresOf(totals, context);
  const recorder = new Recorder(evidence, context);
  for (const check of checks as readonly AnyCheck[])
    check.conclude?.({
      find: recorder.finder(check),
      review: (code, verdict) => review(evidence, code, verdict),
      context,
      tally: tallies[check.id],
      figures,
    });
  return { figures, evidence };
}
