import type { Context } from '../survey/context.ts';
import {
  addFacts,
  addIds,
  addNames,
  type Casebook,
  type Observation,
  type Severity,
} from '../tally/evidence.ts';
import type { AnyCheck, Code } from './check.ts';

/** What the group at hand is: what an observation is about that names no subject itself. */
export interface About extends Pick<Observation, 'names' | 'requestIds' | 'transactionIds'> {
  subject: string;
}

/**
 * Writes what checks find into the casebook. An observation without a subject is about the group at hand, and
 * bears its names; one with a subject counts the group among its cases, and lists the group's id.
 */
export class Clerk {
  about: About = { subject: '' };
  readonly #casebook: Casebook;
  readonly #context: Context;

  constructor(casebook: Casebook, context: Context) {
    this.#casebook = casebook;
    this.#context = context;
  }

  /** The `find` of one check. A code whose ledger was not supplied is not written down. */
  finder(check: AnyCheck): (code: string, seen: Observation & { severity?: Severity }) => void {
    return (code, seen) => {
      const { needs, severities } = check.codes[code] as Code;
      if (needs && !this.#context.supplied[needs]) return;
      const { about } = this;
      const evidence = this.#casebook.at(code).at(seen.subject ?? about.subject);
      addFacts(evidence, seen.severity ?? severities[0] ?? 'info', 1, seen);
      if (seen.subject === undefined) {
        if (seen.names === undefined) addNames(evidence, about.names);
      } else if (seen.requestIds === undefined && seen.transactionIds === undefined) addIds(evidence, about);
    };
  }
}
