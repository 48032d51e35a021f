import type { ReconciliationReport } from '../schemas/report.ts';
import type { ReportOptions } from './invocation-options.ts';

interface ReportReply {
  readonly data: ReconciliationReport;
}

const bytesOf = (json: unknown): number => Buffer.byteLength(JSON.stringify(json));

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

/** As many of the first findings as the reply can list within `bytesMax`; none if it never keeps it. */
function largestFit(report: ReconciliationReport, bytesMax: number): ReportReply {
  let bytes = bytesOf(withFindings(report, 0));
  let listed = 0;
  for (const finding of report.findings) {
    const comma = listed > 0 ? 1 : 0;
    // `listed` is told in the summary, and grows by a digit now and then.
    bytes += bytesOf(finding) + comma + bytesOf(listed + 1) - bytesOf(listed);
    if (bytes > bytesMax) break;
    listed++;
  }
  return withFindings(report, listed);
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
