import { ZERO } from '../../money/money.ts';
import type { PriceSteps } from '../../schemas/finding-facts.ts';
import { REPORT_SUBJECT, type Subject } from '../entities/subject.ts';
import { limitIds } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import { MoneyAttribution } from '../tally/count-money-once.ts';
import type { Evidence, Observation, Severity } from '../tally/evidence.ts';
import { addEvidence, type EvidenceByCode } from '../tally/evidence-by-code.ts';
import type { AnyCheck, Code, FindingInput } from './check.ts';

/** Fields that findings take from what is examined. Its lists of ids are limited: each row may have a finding. */
export interface GroupContext
  extends Pick<Observation, 'names' | 'requestIds' | 'transactionIds' | 'userIds'> {
  subject: Subject;
  /** Its time, and the start of the request, in epoch milliseconds. */
  readonly time?: number;
  readonly startedAt?: number;
}

/** Finds the price change around the start of a request: the price before, the price after, and the next one. */
function findPriceChange(
  { names, startedAt }: GroupContext,
  { priceChanges }: Context,
): PriceSteps | undefined {
  for (const { model, group, term, values } of priceChanges) {
    if (model !== names?.model || group !== undefined) continue;
    const at = values.findLastIndex(([, since]) => since <= (startedAt ?? Number.NaN));
    if (at > 0 && values[at]?.[0] !== values[0]?.[0]) return { term, values: values.slice(at - 1, at + 2) };
  }
  return undefined;
}

/** Converts an observation to evidence, with all fields in one order, which keeps property access fast. */
function buildEvidence(
  code: string,
  input: FindingInput,
  gravest: Severity | undefined,
  group: GroupContext,
): Evidence {
  const isAboutGroup = input.subject === undefined;
  const listsGroup = !isAboutGroup && input.requestIds === undefined && input.transactionIds === undefined;
  return {
    code,
    subject: input.subject ?? group.subject,
    severity: input.severity ?? gravest ?? 'info',
    cases: input.cases ?? 1,
    since: input.since ?? group.time,
    amount: input.amount,
    uncounted: undefined,
    amounts: input.amounts,
    counts: input.counts,
    names: input.names ?? (isAboutGroup ? group.names : undefined),
    requestIds: listsGroup ? group.requestIds : limitIds(input.requestIds),
    upstreamIds: limitIds(input.upstreamIds),
    transactionIds: listsGroup ? group.transactionIds : limitIds(input.transactionIds),
    userIds: limitIds(input.userIds) ?? (isAboutGroup || listsGroup ? group.userIds : undefined),
    reasons: input.reasons,
    amountsByUser: input.amountsByUser,
    amountsByModel: input.amountsByModel,
    rowsByKind: input.rowsByKind,
    days: input.days,
  };
}

/**
 * Records the findings of checks as evidence. A finding without a subject is about the current request, charge or
 * payment, and gets its model, channel and ids; a finding with one gets only the ids.
 */
export class Recorder {
  /** Decides how much of each finding's amount counts, so that each cent counts once. */
  readonly attribution = new MoneyAttribution();
  #group: GroupContext = { subject: REPORT_SUBJECT };
  readonly #all: EvidenceByCode;
  readonly #context: Context;

  constructor(all: EvidenceByCode, context: Context) {
    this.#all = all;
    this.#context = context;
  }

  /** Sets what the next findings are about. Amounts of earlier findings do not reduce what the next ones count. */
  set group(group: GroupContext) {
    this.#group = group;
    this.attribution.startGroup();
  }

  /** Builds a check's `find`. It drops findings whose code needs a ledger that was not supplied. */
  buildFind(check: AnyCheck): (code: string, input: FindingInput) => void {
    return (code, input) => {
      const declared = check.codes[code] as Code;
      const { needs, severities } = declared;
      if (needs && !this.#context.supplied[needs]) return;
      const evidence = buildEvidence(code, input, severities[0], this.#group);
      // Skip the search for most logs, which contain no price change.
      if (this.#context.priceChanges.length > 0 && input.subject === undefined) {
        const repriced = findPriceChange(this.#group, this.#context);
        if (repriced) evidence.reasons = { ...evidence.reasons, repriced };
      }
      const moneyAvailable = input.moneyAvailable ?? (evidence.severity === 'info' ? ZERO : undefined);
      evidence.uncounted = this.attribution.attribute(evidence, declared, moneyAvailable);
      addEvidence(this.#all, evidence);
    };
  }
}
