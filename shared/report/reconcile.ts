import { conclude } from '../engine/conclude.ts';
import { digest } from '../engine/digester.ts';
import { groupsOf } from '../engine/groups/groups-of.ts';
import { readLedgers } from '../engine/rows/ledgers.ts';
import type { Facts } from '../engine/survey/facts.ts';
import { type Survey, survey } from '../engine/survey/survey.ts';
import type { Conclusions } from '../engine/tally/figures.ts';
import { DEFAULT_LANGUAGE, type Language } from '../language.ts';
import type { PaymentContexts } from '../payment-context.ts';
import type { ReconciliationInput } from '../schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '../schemas/report.ts';
import type { ReportLimits } from './build/listing.ts';
import { report } from './build/report.ts';

/** What three ledgers show, before it is rounded, sorted and put into words. */
interface Reconciled {
  readonly conclusions: Conclusions;
  readonly surveyed: Survey;
}

/**
 * Looks through the three ledgers.
 * @param input as `reconciliationInputSchema` has accepted it.
 * @param facts what stands beside the ledgers; a request has none.
 * @param paid what both sides of payments say beside their records; a request has none.
 */
export function reconciled(input: ReconciliationInput, facts?: Facts, paid?: PaymentContexts): Reconciled {
  const ledgers = readLedgers(input, paid);
  const surveyed = survey(ledgers, facts);
  const { context } = surveyed;
  return { conclusions: conclude(digest(groupsOf(ledgers), context), context), surveyed };
}

/**
 * Reconciles the three ledgers. The same records, in any order, give the same report but for `generatedAt`.
 * @param input as `reconciliationInputSchema` has accepted it.
 * @param generatedAt the caller's clock, as a date-time; the engine has none.
 * @param limits what the caller has room for: the list of findings is cut to it, once, at the end of its order.
 * @param language of messages, titles and remedies; nothing else follows from it.
 * @param facts what stands beside the ledgers; a request has none.
 * @param paid what both sides of payments say beside their records; a request has none.
 */
export function reconcile(
  input: ReconciliationInput,
  generatedAt: string,
  limits: ReportLimits = {},
  language: Language = DEFAULT_LANGUAGE,
  facts?: Facts,
  paid?: PaymentContexts,
): ReconciliationReport {
  const { conclusions, surveyed } = reconciled(input, facts, paid);
  return report(conclusions, surveyed, generatedAt, limits, language);
}
