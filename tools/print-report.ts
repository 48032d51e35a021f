import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { formatCount as grouped } from '#shared/report/answer/format-amount.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import type { MonthResult } from './month/run-month.ts';
import { formatAnswer, formatCauses } from './print/answer-lines.ts';
import { formatModels, formatTotals } from './print/figure-lines.ts';
import { formatFindings } from './print/finding-lines.ts';
import { type Screen, wrapText } from './print/screen.ts';

/** Formats the counts of rows read, rejected and skipped, the removed fields, and notes about the rows. */
function formatRowCounts(
  { meta, notices, stripped, rejected, files }: MonthResult,
  screen: Screen,
): string[] {
  const { rows, notes } = meta;
  const words = reportWords[screen.language];
  const { skips, comma } = viewWords[screen.language].rows;
  const listed = (
    counts: readonly (readonly [name: string, count: number])[],
    format: (name: string, count: string) => string,
  ) => counts.map(([name, count]) => format(skips[name] ?? name, grouped(count))).join(comma);
  const skipped = Object.entries(rows.skipped).filter(([, count]) => count > 0);
  const lines = [
    words.records(rows.downstreamUsage, rows.upstreamCharges, rows.payments),
    ...(rejected > 0 ? [words.rejected(grouped(rejected), files.includes('rejected.csv'))] : []),
    ...(skipped.length > 0 ? [words.skipped(listed(skipped, words.rowsOf))] : []),
    ...(stripped.length > 0 ? [words.stripped(listed(stripped, words.group))] : []),
  ];
  return [
    screen.paint('bold', words.received(rows.received)),
    ...lines.flatMap((line) => wrapText('  ', escapeInvisible(line), 4, screen.columns)),
    // Skip the first notes: they are the notices about files, which `formatAnswer` prints.
    ...notes
      .slice(notices.length)
      .flatMap((note) => wrapText('  ', escapeInvisible(note), 4, screen.columns))
      .map((line) => screen.paint('dim', line)),
  ];
}

const SECTIONS = [formatAnswer, formatCauses, formatFindings, formatTotals, formatModels, formatRowCounts];

/** Formats a whole report as lines for a terminal. */
export function formatReport(printed: MonthResult, screen: Screen): string[] {
  return SECTIONS.flatMap((section, index) => [...(index > 0 ? [''] : []), ...section(printed, screen)]);
}
