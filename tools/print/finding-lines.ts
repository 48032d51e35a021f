import { type CauseLine, sideOf } from '#shared/answer/cause-lines.ts';
import { causeKey, exactAmount } from '#shared/answer/findings-of-cause.ts';
import { shown } from '#shared/answer/shown.ts';
import { answerWords } from '#shared/answer/words/answer-words.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { visible } from '#shared/visible.ts';
import { reportWords } from '#shared/words/report-words.ts';
import type { MonthResult } from '../month/run-month.ts';
import { type Screen, SIDE_STYLES, wrapped } from './screen.ts';

/** Findings of each side that are listed; the rest is counted. */
const FINDINGS_SHOWN = 12;
const SIDES = ['lost', 'owed', 'doubtful', 'none', 'record'] as const satisfies readonly CauseLine['side'][];

function linesOf(finding: Finding, currency: string, { paint, columns }: Screen): string[] {
  const amount = exactAmount(finding);
  const money = amount === undefined ? '' : ` ${paint('bold', `${shown(amount)} ${currency}`)}`;
  return [`    ${finding.code}${money}`, ...wrapped('      ', visible(finding.message), 6, columns)];
}

/** The first findings of each side. */
export function findingSection({ report }: MonthResult, screen: Screen): string[] {
  const { summary, currency } = report;
  const words = reportWords[screen.language];
  const { sides } = answerWords[screen.language];
  const sideOfCause = new Map(summary.causes.map((cause) => [causeKey(cause), sideOf(cause)]));
  const bySide = Map.groupBy(report.findings, (finding) => sideOfCause.get(causeKey(finding)) ?? 'none');
  const lines = [screen.paint('bold', words.findings(summary.findings.total))];
  for (const side of SIDES) {
    const causes = summary.causes.filter((cause) => sideOf(cause) === side);
    const count = causes.reduce((sum, cause) => sum + cause.count, 0);
    const listed = (bySide.get(side) ?? []).slice(0, FINDINGS_SHOWN);
    if (listed.length === 0) continue;
    lines.push('', screen.paint(SIDE_STYLES[side], `  ${sides[side]} (${count})`));
    lines.push(...listed.flatMap((finding) => linesOf(finding, currency, screen)));
    if (count > listed.length) lines.push(screen.paint('dim', `    ${words.more(count - listed.length)}`));
  }
  return lines;
}
