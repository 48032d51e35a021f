import { conclude } from '#shared/engine/conclude.ts';
import { digestGroups } from '#shared/engine/digester.ts';
import { groupRows } from '#shared/engine/entities/group-rows.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import type { InputFacts } from '#shared/engine/survey/input-facts.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import { buildReport } from '#shared/report/build/report.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** The report where every check looks at every request, the plain ones too. */
export function lookedAt(
  input: ReconciliationInput,
  generatedAt: string,
  facts?: InputFacts,
  paid?: PaymentContexts,
): ReconciliationReport {
  const ledgers = readLedgers(input, paid);
  const surveyed = surveyLedgers(ledgers, facts);
  const { context } = surveyed;
  return buildReport(
    conclude(digestGroups(groupRows(ledgers), context, true), context),
    surveyed,
    generatedAt,
  );
}
