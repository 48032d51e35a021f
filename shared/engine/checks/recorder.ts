import { ZERO } from '../../money/money.ts';
import type { PriceSteps } from '../../schemas/finding-facts.ts';
import { REPORT, type Subject } from '../groups/subject.ts';
import { fewOf } from '../rows/few-ids.ts';
import type { Context } from '../survey/context.ts';
import type { Evidence, Observation, Severity } from '../tally/evidence.ts';
import { addEvidence, type EvidenceByCode } from '../tally/evidence-by-code.ts';
import { Shares } from '../tally/shares.ts';
import type { AnyCheck, Code, Seen } from './check.ts';

/** The group at hand, as far as findings about it need it. Its ids are few already: there may be a finding for each of its rows. */
export interface Group extends Pick<Observation, 'names' | 'requestIds' | 'transactionIds' | 'userIds'> {
  subject: Subject;
  /** When it was made, in epoch milliseconds, and when it began. */
  readonly anchor?: number;
  readonly began?: number;
}

/** Finds the change of its model's price within which a request began: before, then, and after. */
function repricedAt({ names, began }: Group, { priceChanges }: Context): PriceSteps | undefined {
  const model = names?.model;
  for (const change of priceChanges) {
    const { values } = change;
    const at = values.findLastIndex(([, since]) => since <= (began ?? Number.NaN));
    if (change.model !== model || change.group !== undefined || at < 1 || values[at]?.[0] === values[0]?.[0])
      continue;
    return { term: change.term, values: values.slice(at - 1, at + 2) };
  }
  return undefined;
}

const few = (ids: readonly string[] | undefined) => ids && fewOf(ids);

/** What an observation shows by itself. Every evidence has the same fields in the same order, which keeps it fast. */
function evidenceOf(code: string, seen: Seen, gravest: Severity | undefined, group: Group): Evidence {
  const isOwn = seen.subject === undefined;
  const listsGroup = !isOwn && seen.requestIds === undefined && seen.transactionIds === undefined;
  return {
    code,
    subject: seen.subject ?? group.subject,
    severity: seen.severity ?? gravest ?? 'info',
    cases: seen.cases ?? 1,
    since: group.anchor,
    amount: seen.amount,
    uncounted: undefined,
    amounts: seen.amounts,
    counts: seen.counts,
    names: seen.names ?? (isOwn ? group.names : undefined),
    requestIds: listsGroup ? group.requestIds : few(seen.requestIds),
    upstreamIds: few(seen.upstreamIds),
    transactionIds: listsGroup ? group.transactionIds : few(seen.transactionIds),
    userIds: few(seen.userIds) ?? (isOwn || listsGroup ? group.userIds : undefined),
    reasons: seen.reasons,
    amountsByUser: seen.amountsByUser,
    amountsByModel: seen.amountsByModel,
    rowsByKind: seen.rowsByKind,
  };
}

/**
 * Writes down what checks find. An observation without a subject is about the group at hand, and bears its names;
 * one with a subject counts the group among its cases, and lists the group's id.
 */
export class Recorder {
  readonly shares = new Shares();
  #group: Group = { subject: REPORT };
  readonly #evidence: EvidenceByCode;
  readonly #context: Context;

  constructor(evidence: EvidenceByCode, context: Context) {
    this.#evidence = evidence;
    this.#context = context;
  }

  /** The group at hand. */
  set group(group: Group) {
    this.#group = group;
    this.shares.begin();
  }

  /** The `find` of one check. A code whose ledger was not supplied is not written down. */
  finder(check: AnyCheck): (code: string, seen: Seen) => void {
    return (code, seen) => {
      const declared = check.codes[code] as Code;
      const { needs, severities } = declared;
      if (needs && !this.#context.supplied[needs]) return;
      const shown = evidenceOf(code, seen, severities[0], this.#group);
      // Most logs know of no change, or nobody asks them.
      if (this.#context.priceChanges.length > 0 && seen.subject === undefined) {
        const repriced = repricedAt(this.#group, this.#context);
        if (repriced) shown.reasons = { ...shown.reasons, repriced };
      }
      const isExplained = shown.severity === 'info' && seen.upTo === undefined;
      shown.uncounted = this.shares.take(shown, declared, isExplained ? ZERO : seen.upTo);
      addEvidence(this.#evidence, shown);
    };
  }
}
