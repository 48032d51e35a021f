import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** How many findings of each code a report has, listed or not. */
export const codeCounts = ({ summary }: ReconciliationReport): Record<string, number> =>
  Object.fromEntries(Object.entries(summary.findings.byCode).map(([code, { count }]) => [code, count]));
