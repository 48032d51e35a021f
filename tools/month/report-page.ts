import type { Answered } from '#functions/console/page/answered.ts';
import { buildPage } from '#infra/page.ts';
import { sentencesOf } from '#shared/engine/report/reworded.ts';
import type { Language } from '#shared/language.ts';
import { sentences } from '#shared/normalizer/account.ts';
import { reportPage } from '#shared/report-files/report-page.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { notesInChinese } from '#shared/words/notes-in-chinese.ts';
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

/**
 * The console's view of a month, as one page that opens by double click.
 * @param language that it opens in; absent: that of whoever opens it
 */
export function monthPage({ report, meta, figures }: MonthResult, language: Language | undefined): string {
  const shown = forPage(report);
  return reportPage(buildPage(), {
    report: shown,
    meta,
    translations: { zh: { ...sentencesOf(shown, 'zh'), notes: sentences(figures, notesInChinese) } },
    since: report.summary.causes.map(() => null),
    ...(language && { language }),
  } satisfies Answered);
}
