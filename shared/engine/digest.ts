import type { AnyCheck } from './checks/check.ts';
import { checks } from './checks/registry.ts';
import { type EvidenceByCode, evidenceByCode } from './tally/evidence-by-code.ts';
import { type Totals, totals } from './tally/totals/totals.ts';

/** Sums over all entities: totals, evidence, and the tally of each check. */
export interface Digest {
  readonly totals: Totals;
  readonly evidence: EvidenceByCode;
  /** Tallies by check id. */
  readonly tallies: Readonly<Record<string, unknown>>;
}

/** Creates a digest without any entity. */
export const createDigest = (): Digest => ({
  totals: totals(),
  evidence: evidenceByCode(),
  tallies: Object.fromEntries(
    checks.flatMap(({ id, tally }: AnyCheck) => (tally ? [[id, tally()] as const] : [])),
  ),
});
