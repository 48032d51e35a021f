import { subjectText } from '../entities/subject.ts';
import { type Accumulator, byKey } from './accumulators.ts';
import { type Evidence, mergeEvidence, type Verdict } from './evidence.ts';
import { EvidencePacker, unpackEvidence } from './packed-evidence.ts';

/**
 * Evidence of one code and one kind of subject, by the name of its subject. There may be one observation for every
 * row, so a single observation is stored as a packed record. A second one for the same subject makes it an object
 * again.
 */
class EvidenceByName extends Map<string, Evidence> {
  readonly #packer = new EvidencePacker();

  add(seen: Evidence): void {
    const name = subjectText(seen.subject);
    const known = this.get(name);
    if (known === undefined) {
      this.set(name, this.#packer.pack(seen));
      return;
    }
    const sum = unpackEvidence(known);
    mergeEvidence(sum, seen);
    if (sum !== known) this.set(name, sum);
  }
}

/** All evidence, by code, then by kind and name of the subject: one finding for each. */
export const evidenceByCode = byKey(byKey(() => new EvidenceByName()));
/** All evidence, by code, kind and name of the subject. */
export type EvidenceByCode = Accumulator<typeof evidenceByCode>;

/** Adds one observation. */
export const addEvidence = (all: EvidenceByCode, seen: Evidence): void =>
  all.at(seen.code).at(seen.subject.kind).add(seen);

/** Decides the severity of each finding of a code, or removes the finding. */
export function applyVerdict(all: EvidenceByCode, code: string, verdict: Verdict): void {
  for (const subjects of all.get(code)?.values() ?? [])
    for (const [name, seen] of subjects) {
      const severity = verdict(seen);
      if (severity === undefined) subjects.delete(name);
      else seen.severity = severity;
    }
}
