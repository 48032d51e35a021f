import type { MonthResult } from './month/run-month.ts';
import { formatAnswer, formatCauses } from './print/answer-lines.ts';
import { formatModels, formatTotals } from './print/figure-lines.ts';
import { formatFindings } from './print/finding-lines.ts';
import { formatRowCounts } from './print/row-lines.ts';
import type { Screen } from './print/screen.ts';

const SECTIONS = [formatAnswer, formatCauses, formatFindings, formatTotals, formatModels, formatRowCounts];

/**
 * Formats a whole report as lines for a terminal: first lines, causes with remedies, findings, totals, models, and
 * counts of rows that were read, skipped or rejected.
 */
export function formatReport(printed: MonthResult, screen: Screen): string[] {
  return SECTIONS.flatMap((section, index) => [...(index > 0 ? [''] : []), ...section(printed, screen)]);
}
