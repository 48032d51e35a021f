import { conclude } from '#shared/engine/conclude.ts';
import { digest } from '#shared/engine/digester.ts';
import { groupsOf } from '#shared/engine/groups/groups-of.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import type { Facts } from '#shared/engine/survey/facts.ts';
import { survey } from '#shared/engine/survey/survey.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import { report } from '#shared/report/build/report.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** The report where every check looks at every request, the plain ones too. */
export function lookedAt(
  input: ReconciliationInput,
  generatedAt: string,
  facts?: Facts,
  paid?: PaymentContexts,
): ReconciliationReport {
  const ledgers = readLedgers(input, paid);
  const surveyed = survey(ledgers, facts);
  const { context } = surveyed;
  return report(conclude(digest(groupsOf(ledgers), context, true), context), surveyed, generatedAt);
}
