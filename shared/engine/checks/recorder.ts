import { REPORT, type Subject } from '../groups/subject.ts';
import type { Context } from '../survey/context.ts';
import {
  addIds,
  addNames,
  addObservation,
  addTime,
  type EvidenceByCode,
  evidenceOf,
  type Observation,
  type Severity,
} from '../tally/evidence.ts';
import type { AnyCheck, Code } from './check.ts';

/** The group at hand, as far as findings about it need it. */
export interface Group extends Pick<Observation, 'names' | 'requestIds' | 'transactionIds' | 'userIds'> {
  subject: Subject;
  /** When it was made, in epoch milliseconds. */
  readonly anchor?: number;
}

type Seen = Observation & { subject?: Subject; severity?: Severity; cases?: number };

/**
 * Writes down what checks find. An observation without a subject is about the group at hand, and bears its names;
 * one with a subject counts the group among its cases, and lists the group's id.
 */
export class Recorder {
  group: Group = { subject: REPORT };
  readonly #evidence: EvidenceByCode;
  readonly #context: Context;

  constructor(evidence: EvidenceByCode, context: Context) {
    this.#evidence = evidence;
    this.#context = context;
  }

  /** The `find` of one check. A code whose ledger was not supplied is not written down. */
  finder(check: AnyCheck): (code: string, seen: Seen) => void {
    return (code, seen) => {
      const { needs, severities } = check.codes[code] as Code;
      if (needs && !this.#context.supplied[needs]) return;
      const { group } = this;
      const evidence = evidenceOf(this.#evidence, code, seen.subject ?? group.subject);
      addObservation(evidence, seen.severity ?? severities[0] ?? 'info', seen.cases ?? 1, seen);
      addTime(evidence, group.anchor);
      if (seen.subject === undefined) {
        if (seen.names === undefined) addNames(evidence, group.names);
        if (seen.userIds === undefined) addIds(evidence, { userIds: group.userIds });
      } else if (seen.requestIds === undefined && seen.transactionIds === undefined) addIds(evidence, group);
    };
  }
}
