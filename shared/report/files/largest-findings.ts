import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { causeKey } from '../answer/findings-of-cause.ts';
import { travelling } from '../answer/traits.ts';
import type { Answered } from '../view/answered.ts';
import { FINDINGS_OF_CAUSE } from '../view/causes/cause-item.ts';
import type { FindingPlace } from './report-source.ts';

/** Creates a filter for the first findings of each cause, which are the largest in the order of the report. */
export function firstOfCauses(): (place: FindingPlace) => boolean {
  const counts = new Map<string, number>();
  return (place) => {
    const key = causeKey(place);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < FINDINGS_OF_CAUSE;
  };
}

/** Replaces the list of findings of a report, and adjusts its flags and counts if some are missing. */
export function listing<TReport extends ReconciliationReport>(
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

/** Reduces a report to the largest findings of each cause, for a page that opens quickly. The tables have all findings. */
export function withLargest(answered: Answered): Answered {
  const { report, translations, days } = answered;
  const isFirst = report.findings.map(firstOfCauses());
  const findings = report.findings.filter((_, index) => isFirst[index]);
  const { zh } = translations;
  return {
    ...answered,
    report: listing(report, findings),
    traits: answered.traits.map(travelling),
    ...(days && { days: daysOf(days, findings) }),
    translations: { zh: { ...zh, messages: zh.messages.filter((_, index) => isFirst[index]) } },
  };
}
