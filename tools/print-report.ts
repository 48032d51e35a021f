import { withKnownMargins } from '#shared/report/answer/unbilled.ts';
import type { MonthResult } from './month/run-month.ts';
import { answerLines, causeSection } from './print/answer-lines.ts';
import { modelSection, totalsSection } from './print/figure-lines.ts';
import { findingSection } from './print/finding-lines.ts';
import { rowSection } from './print/row-lines.ts';
import type { Screen } from './print/screen.ts';

const SECTIONS = [answerLines, causeSection, findingSection, totalsSection, modelSection, rowSection];

/**
 * A report as lines for an operator: what is wrong and what to do, the evidence, the figures, and last what became of
 * the rows.
 */
export function printReport(printed: MonthResult, screen: Screen): string[] {
  const known = { ...printed, report: withKnownMargins(printed.report) };
  return SECTIONS.flatMap((section, index) => [...(index > 0 ? [''] : []), ...section(known, screen)]);
}
