import type { Language } from '../language.ts';
import type { Answer, Cause, ReconciliationReport } from '../schemas/report.ts';
import { answerOf } from './answer.ts';
import { withoutCauses } from './books.ts';
import { findingsOfCause } from './findings-of-cause.ts';

/** A cause is acknowledged when each of its findings is, and none is left unlisted. */
export function isAcknowledged(
  report: ReconciliationReport,
  cause: Cause,
  acknowledged: ReadonlySet<string>,
): boolean {
  const listed = findingsOfCause(report, cause);
  return listed.length === cause.count && listed.every(({ id }) => acknowledged.has(id));
}

/** A report without the causes that its reader has acknowledged, and the answer of what is left. */
export function openPart(
  report: ReconciliationReport,
  acknowledged: ReadonlySet<string>,
  language: Language,
): ReconciliationReport {
  const known = new Set(report.summary.causes.filter((cause) => isAcknowledged(report, cause, acknowledged)));
  if (known.size === 0) return report;
  const open = withoutCauses(report, known);
  const answer: Answer = answerOf(open, language, true);
  return { ...open, summary: { ...open.summary, answer } };
}
