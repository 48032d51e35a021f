import type { ReconciliationReport } from '../schemas/report.ts';
import type { ReportOptions } from './invocation-options.ts';

interface ReportReply {
  readonly data: ReconciliationReport;
}

const bytesOf = (reply: ReportReply): number => Buffer.byteLength(JSON.stringify(reply));

/** The report with its first `findingsMax` findings. Counts stay exact; `listed` and the flags own up to the cut. */
function withFindings(report: ReconciliationReport, findingsMax: number): ReportReply {
  if (report.findings.length <= findingsMax) return { data: report };
  const findings = report.findings.slice(0, findingsMax);
  const { summary, completeness } = report;
  return {
    data: {
      ...report,
      completeness: { ...completeness, complete: false, findings: false },
      summary: { ...summary, findings: { ...summary.findings, listed: findings.length } },
      findings,
    },
  };
}

/** Most of the first findings with which the reply stays within `bytesMax`; none if it never does. */
function largestFit(report: ReconciliationReport, bytesMax: number): ReportReply {
  let fits = 0;
  let exceeds = report.findings.length + 1;
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1;
    if (bytesOf(withFindings(report, middle)) <= bytesMax) fits = middle;
    else exceeds = middle;
  }
  return withFindings(report, fits);
}

/**
 * A reply of reconcile as a state machine asked for it. The list is sorted by gravity and cut at its end. Tables are
 * left out on request only (`summaryOnly`): nothing else in the report would say that they were cut.
 */
export function abridgedReport(report: ReconciliationReport, options: ReportOptions): ReportReply {
  const { maxReplyBytes, maxFindings, summaryOnly = false } = options;
  const tabled = summaryOnly ? { ...report, byModel: [], byChannel: [] } : report;
  const listed = withFindings(tabled, summaryOnly ? 0 : (maxFindings ?? report.findings.length));
  return maxReplyBytes === undefined || bytesOf(listed) <= maxReplyBytes
    ? listed
    : largestFit(listed.data, maxReplyBytes);
}
