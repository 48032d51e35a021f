import { CONTRACT_VERSION } from '../../contract-version.ts';
import type { Completeness, Finding, ReconciliationReport, Summary } from '../../schemas/report.ts';
import type { Code } from '../checks/check.ts';
import { codes } from '../checks/registry.ts';
import { byCodeUnit } from '../rows/order.ts';
import type { Survey } from '../survey/survey.ts';
import type { Severity } from '../tally/evidence.ts';
import type { Conclusions, Figures } from '../tally/figures.ts';
import { type Draft, finding, inOrder } from './findings.ts';
import { listed, type ReportLimits } from './listing.ts';
import { summaryOf, tolerancesOf } from './summary.ts';
import { tablesOf } from './tables.ts';

function countsOf(list: readonly Draft[]): Summary['findings'] {
  const bySeverity: Record<Severity, number> = { critical: 0, warning: 0, info: 0 };
  const byCode = new Map<string, number>();
  for (const { evidence } of list) {
    const { code, severity } = evidence;
    bySeverity[severity]++;
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
  }
  const sorted = [...byCode].sort(([a], [b]) => byCodeUnit(a, b));
  return { total: list.length, listed: 0, ...bySeverity, byCode: Object.fromEntries(sorted) };
}

function completenessOf({ pricing, tokens, ...required }: Figures['flags'], isWhole: boolean): Completeness {
  const flags = { ...required, findings: isWhole };
  return { complete: Object.values(flags).every(Boolean), ...flags, pricing, tokens };
}

/**
 * The report of the whole input: the only place that divides, rounds, sorts and words.
 * @param generatedAt the one part of the report that does not follow from the input.
 * @param limits what the caller has room for, beside the limits of the service.
 */
export function report(
  { figures, evidence }: Conclusions,
  { context, inputFingerprint }: Survey,
  generatedAt: string,
  limits: ReportLimits = {},
): ReconciliationReport {
  const { currency } = context;
  const list = inOrder(evidence, codes);
  const summary = summaryOf(figures, context, inputFingerprint);
  const counts = countsOf(list);
  const tables = limits.summaryOnly ? { byModel: [], byChannel: [] } : tablesOf(figures.totals, context);
  const reportWith = (findings: Finding[]): ReconciliationReport => ({
    version: CONTRACT_VERSION,
    generatedAt,
    currency,
    completeness: completenessOf(figures.flags, findings.length === list.length),
    summary: {
      ...summary,
      findings: { ...counts, listed: findings.length },
      tolerances: tolerancesOf(context),
    },
    findings,
    ...tables,
  });
  const worded = (draft: Draft) => finding(draft, codes.get(draft.evidence.code) as Code, currency);
  return reportWith(listed(list, worded, reportWith, limits));
}
