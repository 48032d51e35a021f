import { ZERO } from '../../money/money.ts';
import type { PriceSteps } from '../../schemas/finding-facts.ts';
import { REPORT_SUBJECT, type Subject } from '../entities/subject.ts';
import { limitIds } from '../rows/few-ids.ts';
import type { Context } from '../survey/context.ts';
import { MoneyAttribution } from '../tally/count-money-once.ts';
import type { Evidence, Observation, Severity } from '../tally/evidence.ts';
import { addEvidence, type EvidenceByCode } from '../tally/evidence-by-code.ts';
import type { AnyCheck, Code, FindingInput } from './check.ts';

/**
 * Fields of the current entity that its findings need. Its id lists are already limited, because there may be a
 * finding for every row.
 */
export interface GroupContext
  extends Pick<Observation, 'names' | 'requestIds' | 'transactionIds' | 'userIds'> {
  subject: Subject;
  /** Time of the entity, and the start of its request, in epoch milliseconds. */
  readonly time?: number;
  readonly startedAt?: number;
}

/** Finds the price change of the model during which a request started: the step before, the step after, and the next. */
function findPriceChange(
  { names, startedAt }: GroupContext,
  { priceChanges }: Context,
): PriceSteps | undefined {
  const model = names?.model;
  for (const change of priceChanges) {
    const { values } = change;
    const at = values.findLastIndex(([, since]) => since <= (startedAt ?? Number.NaN));
    if (change.model !== model || change.group !== undefined || at < 1 || values[at]?.[0] === values[0]?.[0])
      continue;
    return { term: change.term, values: values.slice(at - 1, at + 2) };
  }
  return undefined;
}

const limitIdsIfAny = (ids: readonly string[] | undefined) => ids && limitIds(ids);

/**
 * Converts an observation to evidence. All evidence has the same fields in the same order, which keeps property
 * access fast.
 */
function buildEvidence(
  code: string,
  seen: FindingInput,
  gravest: Severity | undefined,
  group: GroupContext,
): Evidence {
  const isOwn = seen.subject === undefined;
  const listsGroup = !isOwn && seen.requestIds === undefined && seen.transactionIds === undefined;
  return {
    code,
    subject: seen.subject ?? group.subject,
    severity: seen.severity ?? gravest ?? 'info',
    cases: seen.cases ?? 1,
    since: group.time,
    amount: seen.amount,
    uncounted: undefined,
    amounts: seen.amounts,
    counts: seen.counts,
    names: seen.names ?? (isOwn ? group.names : undefined),
    requestIds: listsGroup ? group.requestIds : limitIdsIfAny(seen.requestIds),
    upstreamIds: limitIdsIfAny(seen.upstreamIds),
    transactionIds: listsGroup ? group.transactionIds : limitIdsIfAny(seen.transactionIds),
    userIds: limitIdsIfAny(seen.userIds) ?? (isOwn || listsGroup ? group.userIds : undefined),
    reasons: seen.reasons,
    amountsByUser: seen.amountsByUser,
    amountsByModel: seen.amountsByModel,
    rowsByKind: seen.rowsByKind,
  };
}

/**
 * Records what checks report. An observation without a subject is about the current entity (request, charge or
 * payment) and takes its names; one with a subject counts the entity as a case and lists its id.
 */
export class Recorder {
  readonly attribution = new MoneyAttribution();
  #group: GroupContext = { subject: REPORT_SUBJECT };
  readonly #evidence: EvidenceByCode;
  readonly #context: Context;

  constructor(evidence: EvidenceByCode, context: Context) {
    this.#evidence = evidence;
    this.#context = context;
  }

  /** Starts the next entity. */
  set group(group: GroupContext) {
    this.#group = group;
    this.attribution.startGroup();
  }

  /** Builds the `find` function of a check. Codes whose ledger was not supplied are dropped. */
  buildFind(check: AnyCheck): (code: string, seen: FindingInput) => void {
    return (code, seen) => {
      const declared = check.codes[code] as Code;
      const { needs, severities } = declared;
      if (needs && !this.#context.supplied[needs]) return;
      const shown = buildEvidence(code, seen, severities[0], this.#group);
      // Most logs contain no price change, so skip the search.
      if (this.#context.priceChanges.length > 0 && seen.subject === undefined) {
        const repriced = findPriceChange(this.#group, this.#context);
        if (repriced) shown.reasons = { ...shown.reasons, repriced };
      }
      const isExplained = shown.severity === 'info' && seen.moneyAvailable === undefined;
      shown.uncounted = this.attribution.attribute(shown, declared, isExplained ? ZERO : seen.moneyAvailable);
      addEvidence(this.#evidence, shown);
    };
  }
}
