import type { Sentences } from '../engine/report/reworded.ts';
import type { ReconciliationReport } from '../schemas/report.ts';

/** A report with these sentences instead of its own; ids, codes, figures and order stay. */
export function withSentences<T extends ReconciliationReport>(
  report: T,
  { answer, messages, byCode }: Sentences,
): T {
  const { findings } = report.summary;
  const lines = Object.entries(findings.byCode).map(([code, line]) => [code, { ...line, ...byCode[code] }]);
  return {
    ...report,
    summary: {
      ...report.summary,
      answer: { ...report.summary.answer, text: answer },
      findings: { ...findings, byCode: Object.fromEntries(lines) },
    },
    findings: report.findings.map((finding, index) => ({
      ...finding,
      message: messages[index] ?? finding.message,
    })),
  };
}
