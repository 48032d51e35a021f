import { formatSubject } from '../entities/subject.ts';
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

  add(evidence: Evidence): void {
    const name = formatSubject(evidence.subject);
    const existing = this.get(name);
    if (existing === undefined) {
      this.set(name, this.#packer.pack(evidence));
      return;
    }
    const sum = unpackEvidence(existing);
    mergeEvidence(sum, evidence);
    if (sum !== existing) this.set(name, sum);
  }
}

/** All evidence, by code, then by kind and name of the subject: one finding for each. */
export const evidenceByCode = byKey(byKey(() => new EvidenceByName()));
/** All evidence, by code, kind and name of the subject. */
export type EvidenceByCode = Accumulator<typeof evidenceByCode>;

/** Adds evidence to the evidence already recorded for the same code and subject. Together they become one finding. */
export const addEvidence = (all: EvidenceByCode, evidence: Evidence): void =>
  all.at(evidence.code).at(evidence.subject.kind).add(evidence);

/** Sets the severity of each finding of a code to the verdict on it; removes the finding if it is `undefined`. */
export function applyVerdict(all: EvidenceByCode, code: string, verdict: Verdict): void {
  for (const subjects of all.get(code)?.values() ?? [])
    for (const [name, evidence] of subjects) {
      const severity = verdict(evidence);
      if (severity === undefined) subjects.delete(name);
      else evidence.severity = severity;
    }
}
