import { Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import type { Digest } from './digester.ts';
import type { Context } from './survey/context.ts';
import { applyVerdict } from './tally/evidence-by-code.ts';
import { buildFigures, type Conclusions } from './tally/figures.ts';

/** Runs each `conclude`, which needs all rows; adds findings to the digest's evidence, and applies verdicts. */
export function conclude({ totals, evidence, tallies }: Digest, context: Context): Conclusions {
  const figures = buildFigures(totals, context);
  const recorder = new Recorder(evidence, context);
  for (const check of checks) {
    const tools = { find: recorder.buildFind(check), context, tally: tallies[check.id], figures };
    for (const [code, verdict] of Object.entries(check.conclude?.(tools) ?? {}))
      if (verdict) applyVerdict(evidence, code, verdict);
  }
  return { figures, evidence };
}
