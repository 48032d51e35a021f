import { conclude, digestGroups } from '../engine/digester.ts';
import { groupRows } from '../engine/entities/group-rows.ts';
import { readLedgers } from '../engine/rows/ledgers.ts';
import { type Survey, surveyLedgers } from '../engine/survey/survey.ts';
import type { Conclusions } from '../engine/tally/figures.ts';
import { DEFAULT_LANGUAGE, type Language } from '../language.ts';
import type { ReconciliationInput } from '../schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '../schemas/report.ts';
import type { ReportLimits } from './build/listing.ts';
import { buildReport } from './build/report.ts';

/** Results of the checks before the report is built from them. Not rounded and not sorted. */
interface Reconciled {
  readonly conclusions: Conclusions;
  readonly surveyed: Survey;
}

/**
 * Reconciles the three ledgers and runs all checks, but does not build the report.
 * @param input body that `reconciliationInputSchema` has accepted
 */
export function runChecks(input: ReconciliationInput): Reconciled {
  const ledgers = readLedgers(input);
  const groups = groupRows(ledgers);
  const surveyed = surveyLedgers(ledgers, groups.requests);
  const { context } = surveyed;
  return { conclusions: conclude(digestGroups(groups, context), context), surveyed };
}

/**
 * Reconciles the three ledgers and builds the report. The same records in any order give the same report, except
 * `generatedAt`.
 * @param input body that `reconciliationInputSchema` has accepted
 * @param generatedAt time of the report, as an ISO date-time
 * @param limits limits of the reply; the list of findings is cut at its end
 * @param language language of messages, titles and remedies; nothing else depends on it
 */
export function reconcile(
  input: ReconciliationInput,
  generatedAt: string,
  limits: ReportLimits = {},
  language: Language = DEFAULT_LANGUAGE,
): ReconciliationReport {
  const { conclusions, surveyed } = runChecks(input);
  return buildReport(conclusions, surveyed, generatedAt, limits, language);
}
