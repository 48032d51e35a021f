import type { ReconciliationReport } from '../../schemas/report.ts';
import { computeScope } from '../answer/scope.ts';

/** Name of a report's files without ending, after its days: `reconciliation-2026-10-01-2026-10-31`. */
export function buildReportName(report: ReconciliationReport): string {
  const { from, to } = computeScope(report);
  const days = from === to ? [from] : [from, to];
  return ['reconciliation', ...days].filter(Boolean).join('-');
}
