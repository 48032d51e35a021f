import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { causeKey } from '../answer/findings-of-cause.ts';
import { travelling } from '../answer/traits.ts';
import type { Answered } from '../view/answered.ts';
import { FINDINGS_OF_CAUSE } from '../view/causes/cause-item.ts';
import type { FindingPlace } from './report-source.ts';

/** Lets the first findings of each cause pass: in the report's order they are the largest. */
export function firstOfCauses(): (place: FindingPlace) => boolean {
  const passed = new Map<string, number>();
  return (place) => {
    const key = causeKey(place);
    const count = passed.get(key) ?? 0;
    passed.set(key, count + 1);
    return count < FINDINGS_OF_CAUSE;
  };
}

/** A report that lists these findings alone, and says so. */
export function listing<TReport extends ReconciliationReport>(
  report: TReport,
  findings: readonly Finding[],
): TReport {
  const { completeness, summary } = report;
  const isWhole = findings.length === summary.findings.total;
  return {
    ...report,
    ...(!isWhole && { completeness: { ...completeness, complete: false, findings: false } }),
    summary: { ...summary, findings: { ...summary.findings, listed: findings.length } },
    findings: [...findings],
  };
}

/** The days of these findings alone. */
const daysOf = (days: Readonly<Record<string, string>>, findings: readonly Finding[]) =>
  Object.fromEntries(findings.flatMap(({ id }) => (days[id] === undefined ? [] : [[id, days[id]]])));

/** What travels as one page: tens of thousands of findings make a page that nobody opens, and the tables hold them. */
export function withLargest(answered: Answered): Answered {
  const { report, translations, days } = answered;
  const kept = report.findings.map(firstOfCauses());
  const findings = report.findings.filter((_, at) => kept[at]);
  const { zh } = translations;
  return {
    ...answered,
    report: listing(report, findings),
    traits: answered.traits.map(travelling),
    ...(days && { days: daysOf(days, findings) }),
    translations: { zh: { ...zh, messages: zh.messages.filter((_, at) => kept[at]) } },
  };
}
