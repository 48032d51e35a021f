import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** The number of findings of each code, including those that are not listed. */
export const codeCounts = ({ summary }: ReconciliationReport): Record<string, number> =>
  Object.fromEntries(Object.entries(summary.findings.byCode).map(([code, { count }]) => [code, count]));
