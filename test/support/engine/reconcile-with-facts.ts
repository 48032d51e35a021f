import { conclude, digestGroups } from '#shared/engine/digester.ts';
import { groupRows } from '#shared/engine/entities/group-rows.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import type { UsageRow } from '#shared/engine/rows/row.ts';
import type { InputFacts } from '#shared/engine/survey/context.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type { Language } from '#shared/language.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import { buildReport } from '#shared/report/build/report.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** Facts about the sales of a request that a log contains and its records do not. */
interface SaleFacts extends Partial<Pick<UsageRow, 'attempts' | 'bought' | 'twin' | 'seconds'>> {
  /** Estimated cost, as a plain decimal. */
  readonly estimate?: string;
}

/** Facts about the input, and about its sales by request id. */
export interface FactsOfFiles extends InputFacts {
  readonly requests?: Readonly<Record<string, SaleFacts>>;
}

/** Adds facts to the sales of their request. Attempts and twin belong to its first sale. */
function addSaleFacts(sales: readonly UsageRow[], requests: NonNullable<FactsOfFiles['requests']>): void {
  const seen = new Set<string>();
  for (const row of sales) {
    const { requestId = '' } = row;
    if (!Object.hasOwn(requests, requestId)) continue;
    const { estimate, attempts, twin, ...facts } = requests[requestId] as SaleFacts;
    const isFirst = !seen.has(requestId);
    seen.add(requestId);
    Object.assign(row, facts);
    if (isFirst && twin !== undefined) row.twin = twin;
    if (attempts !== undefined) row.attempts = isFirst ? attempts : 0;
    if (estimate === undefined) continue;
    const total = toDecimal(estimate);
    row.estimate = { total, kinds: [['request', total]] };
  }
}

/**
 * Reconciles like `reconcile`, with facts that only files contain.
 * @param isSlow shows every request to every check, also simple ones
 */
export function reconcileWithFacts(
  input: ReconciliationInput,
  generatedAt: string,
  { requests = {}, ...facts }: FactsOfFiles = {},
  paid?: PaymentContexts,
  { isSlow = false, language }: { isSlow?: boolean; language?: Language | undefined } = {},
): ReconciliationReport {
  const ledgers = readLedgers(input, paid);
  addSaleFacts(ledgers.downstreamUsage, requests);
  const groups = groupRows(ledgers);
  const surveyed = surveyLedgers(ledgers, groups.requests, facts);
  const { context } = surveyed;
  const conclusions = conclude(digestGroups(groups, context, isSlow), context);
  return buildReport(conclusions, surveyed, generatedAt, {}, language);
}
