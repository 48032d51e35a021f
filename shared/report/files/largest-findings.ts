import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { buildCauseKey } from '../answer/findings-of-cause.ts';
import { shortenTraits } from '../answer/traits.ts';
import { FINDINGS_PER_CAUSE_MAX } from '../view/causes/cause-item.ts';
import type { PageReport } from '../view/page-report.ts';
import type { FindingNames } from './report-source.ts';

/**
 * Creates a filter that accepts the first findings of each cause, at most `FINDINGS_PER_CAUSE_MAX`. Call it once for
 * each finding in the order of the report, the largest first.
 */
export function createLargestFilter(): (names: FindingNames) => boolean {
  const counts = new Map<string, number>();
  return (names) => {
    const key = buildCauseKey(names);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < FINDINGS_PER_CAUSE_MAX;
  };
}

/** Returns the report with another list of findings, marked as incomplete if the list does not contain all findings. */
export function withFindings<TReport extends ReconciliationReport>(
  report: TReport,
  findings: readonly Finding[],
): TReport {
  const { completeness, summary } = report;
  const isComplete = findings.length === summary.findings.total;
  return {
    ...report,
    ...(!isComplete && { completeness: { ...completeness, complete: false, findings: false } }),
    summary: { ...summary, findings: { ...summary.findings, listed: findings.length } },
    findings: [...findings],
  };
}

/** Days of the given findings. */
const daysOf = (days: Readonly<Record<string, string>>, findings: readonly Finding[]) =>
  Object.fromEntries(findings.flatMap(({ id }) => (days[id] === undefined ? [] : [[id, days[id]]])));

/**
 * Returns the report with only the largest findings of each cause (see `createLargestFilter`), and only the 50
 * customers with the largest shares of each cause, so that the page opens quickly.
 */
export function keepLargestFindings(answered: PageReport): PageReport {
  const { report, translations, days } = answered;
  const isFirst = report.findings.map(createLargestFilter());
  const findings = report.findings.filter((_, index) => isFirst[index]);
  const { zh } = translations;
  return {
    ...answered,
    report: withFindings(report, findings),
    traits: answered.traits.map(shortenTraits),
    days: daysOf(days, findings),
    translations: { zh: { ...zh, messages: zh.messages.filter((_, index) => isFirst[index]) } },
  };
}
