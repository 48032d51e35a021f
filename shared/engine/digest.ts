import type { AnyCheck } from './checks/check.ts';
import { checks } from './checks/registry.ts';
import { type EvidenceByCode, evidenceByCode } from './tally/evidence-by-code.ts';
import { type Totals, totals } from './tally/totals/totals.ts';

/** What all groups add up to: totals, evidence, and each check's own tally. */
export interface Digest {
  readonly totals: Totals;
  readonly evidence: EvidenceByCode;
  /** The tallies of the checks that have one, by the check's id. */
  readonly tallies: Readonly<Record<string, unknown>>;
}

export const createDigest = (): Digest => ({
  totals: totals(),
  evidence: evidenceByCode(),
  tallies: Object.fromEntries(
    checks.flatMap(({ id, tally }: AnyCheck) => (tally ? [[id, tally()] as const] : [])),
  ),
});
