import { withKnownMargins } from '#shared/report/answer/unbilled.ts';
import type { MonthResult } from './month/run-month.ts';
import { formatAnswer, formatCauses } from './print/answer-lines.ts';
import { formatModels, formatTotals } from './print/figure-lines.ts';
import { formatFindings } from './print/finding-lines.ts';
import { formatRowCounts } from './print/row-lines.ts';
import type { Screen } from './print/screen.ts';

const SECTIONS = [formatAnswer, formatCauses, formatFindings, formatTotals, formatModels, formatRowCounts];

/**
 * A report as lines for an operator: what is wrong and what to do, the evidence, the figures, and last what became of
 * the rows.
 */
export function formatReport(printed: MonthResult, screen: Screen): string[] {
  const known = { ...printed, report: withKnownMargins(printed.report) };
  return SECTIONS.flatMap((section, index) => [...(index > 0 ? [''] : []), ...section(known, screen)]);
}
