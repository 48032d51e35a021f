import { clausesOf, sentencesOf } from '../engine/report/reworded.ts';
import type { Finding } from '../schemas/report.ts';
import { notesIn } from './notes-in.ts';
import type { ReportSource } from './report-source.ts';

/**
 * A report as the console's page shows it: in one language, with what is said in the others.
 * @param findingsMax findings that are listed; the report says that there are more
 */
export async function answeredOf(
  { head, meta, said, figures, findings, since, language }: ReportSource,
  findingsMax = Number.POSITIVE_INFINITY,
) {
  const first: Finding[] = [];
  for await (const finding of findings()) if (first.push(finding) >= findingsMax) break;
  const { completeness, summary } = head;
  const isWhole = first.length === summary.findings.total;
  const report = {
    ...head,
    ...(!isWhole && { completeness: { ...completeness, complete: false, findings: false } }),
    summary: { ...summary, findings: { ...summary.findings, listed: first.length } },
    findings: first,
  };
  return {
    report,
    meta,
    translations: { zh: { ...sentencesOf(report, 'zh'), notes: notesIn({ head, said, figures }, 'zh') } },
    clauses: clausesOf(report, 'en'),
    since,
    ...(language && { language }),
  };
}
