import { buildPage } from '#infra/page.ts';
import { reportPage } from '#shared/report-files/report-page.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import type { MonthResult } from './run-month.ts';

/** A browser scrolls through this many; report.json and findings.csv hold the rest. */
const FINDINGS_MAX = 20_000;

function forPage(report: ReconciliationReport): ReconciliationReport {
  const { completeness, findings, summary } = report;
  if (findings.length <= FINDINGS_MAX) return report;
  return {
    ...report,
    completeness: { ...completeness, complete: false, findings: false },
    summary: { ...summary, findings: { ...summary.findings, listed: FINDINGS_MAX } },
    findings: findings.slice(0, FINDINGS_MAX),
  };
}

/** The console's view of a report, as one page that opens by double click. */
export const monthPage = ({ report, meta }: MonthResult): string =>
  reportPage(buildPage(), { report: forPage(report), meta, since: report.summary.causes.map(() => null) });
