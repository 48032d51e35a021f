import { escapeInvisible } from '#shared/escape-control-characters.ts';
import {
  matchesRule,
  type RuleCoverage,
  ruleCoveragesOf,
} from '#shared/report/acknowledged/remove-acknowledged.ts';
import { type CauseLine, displaySideOf } from '#shared/report/answer/cause-lines.ts';
import { buildCauseKey, readExactAmount } from '#shared/report/answer/findings-of-cause.ts';
import { formatAmount } from '#shared/report/answer/format-amount.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import type { Finding } from '#shared/schemas/report.ts';
import type { MonthResult } from '../month/run-month.ts';
import { type Screen, SIDE_STYLES, type Style, wrapText } from './screen.ts';

/** Findings of each group that are listed. The others are counted. */
const FINDINGS_SHOWN = 12;
/** Groups of findings, in the order of printing. Acknowledged findings are a separate group, as among the causes. */
const GROUPS = ['lost', 'owed', 'doubtful', 'none', 'record', 'known'] as const;
type Group = (typeof GROUPS)[number];
const STYLES = { ...SIDE_STYLES, known: 'dim' } as const satisfies Record<CauseLine['side'] | 'known', Style>;

const covers = ({ rule, state }: RuleCoverage, finding: Finding): boolean =>
  state === 'covers' &&
  matchesRule(rule, finding) &&
  (rule.userId === undefined || rule.userId === finding.details?.userId);

/**
 * Returns a function that finds the group of a finding: that of its cause, or `known` if an acknowledgement covers it.
 * A cause that is covered completely is not in the list of causes.
 */
function createGrouping(report: MonthResult['report']): (finding: Finding) => Group {
  const { causes, cut } = report.summary;
  const known = ruleCoveragesOf(report);
  const sideOfCause = new Map(causes.map((cause) => [buildCauseKey(cause), displaySideOf(cause)]));
  const absent = known.length > 0 && !cut.includes('causes') ? 'known' : 'none';
  return (finding) =>
    known.some((line) => covers(line, finding))
      ? 'known'
      : (sideOfCause.get(buildCauseKey(finding)) ?? absent);
}

/** Counts the findings of each group, including those that are not listed. */
function countByGroup(report: MonthResult['report']): Record<Group, number> {
  const { causes, cut, findings } = report.summary;
  const counts = { lost: 0, owed: 0, doubtful: 0, none: 0, record: 0, known: 0 };
  for (const cause of causes) counts[displaySideOf(cause)] += cause.count;
  const others = findings.total - causes.reduce((sum, { count }) => sum + count, 0);
  const known = ruleCoveragesOf(report).filter(({ state }) => state === 'covers');
  const covered = known.reduce((sum, { count }) => sum + count, 0);
  // If the list of causes is complete, exactly the acknowledged findings have no cause in it. If it was cut, other
  // findings have none either, so count what the rules cover.
  counts.known = cut.includes('causes') ? Math.min(covered, others) : known.length > 0 ? others : 0;
  counts.none += others - counts.known;
  return counts;
}

function formatFinding(finding: Finding, currency: string, { paint, columns }: Screen): string[] {
  const amount = readExactAmount(finding);
  const money = amount === undefined ? '' : ` ${paint('bold', `${formatAmount(amount)} ${currency}`)}`;
  return [`    ${finding.code}${money}`, ...wrapText('      ', escapeInvisible(finding.message), 6, columns)];
}

/** Formats the first 12 findings of each group, and how many more the group has. */
export function formatFindings({ report }: MonthResult, screen: Screen): string[] {
  const { summary, currency } = report;
  const words = reportWords[screen.language];
  const names = { ...answerWords[screen.language].sides, known: words.known };
  const byGroup = Map.groupBy(report.findings, createGrouping(report));
  const counts = countByGroup(report);
  const lines = [screen.paint('bold', words.findings(summary.findings.total))];
  for (const group of GROUPS) {
    const listed = (byGroup.get(group) ?? []).slice(0, FINDINGS_SHOWN);
    if (listed.length === 0) continue;
    const more = counts[group] - listed.length;
    lines.push('', screen.paint(STYLES[group], `  ${words.group(names[group], counts[group])}`));
    lines.push(...listed.flatMap((finding) => formatFinding(finding, currency, screen)));
    if (more > 0) lines.push(screen.paint('dim', `    ${words.more(more)}`));
  }
  return lines;
}
