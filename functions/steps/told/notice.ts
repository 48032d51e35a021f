import { CAUSES_FIRST, type CauseLine, type ChannelNames, causeLines } from '#shared/answer/cause-lines.ts';
import { scopeOf } from '#shared/answer/scope.ts';
import type { Traits } from '#shared/answer/traits.ts';
import { answerWords } from '#shared/answer/words/answer-words.ts';
import { codes } from '#shared/engine/checks/registry.ts';
import type { SeverityCounts } from '#shared/engine/report/causes.ts';
import type { Ranked } from '#shared/engine/report/ranked.ts';
import { clausesOf } from '#shared/engine/report/reworded.ts';
import { SEVERITIES } from '#shared/engine/tally/evidence.ts';
import type { ReconciliationReport, Summary } from '#shared/schemas/report.ts';
import { visible } from '#shared/visible.ts';
import type { LatestRun } from '../latest.ts';
import type { CauseChange, Changes } from './changes.ts';

/** A mail about a report. */
export interface Notice {
  /** SNS takes up to 99 characters of ASCII, in one line. */
  readonly subject: string;
  readonly message: string;
}

/** What a notice is about. */
export interface Told {
  readonly head: ReconciliationReport;
  /** First day of each cause, in the order of `summary.causes`. */
  readonly since: readonly (string | null)[];
  /** What all findings of each have in common, in the same order. */
  readonly traits: readonly Traits[];
  readonly channelNames: ChannelNames;
  /** The report before, if there was one; its changes, if its findings are still kept. */
  readonly earlier: LatestRun | undefined;
  readonly changes: Changes | undefined;
  /** Where the report is. */
  readonly at: string;
}

const CAUSES_MAX = 10;
/** Names of customers and models may have a kilobyte each. */
const LINE_LENGTH_MAX = 300;

/** The answer names at most one model and three currencies. */
const ANSWER_LENGTH_MAX = 3_000;

const line = (text: string, max = LINE_LENGTH_MAX): string => {
  const plain = visible(text);
  return plain.length > max ? `${plain.slice(0, max).toWellFormed()} …` : plain;
};

const list = (title: string, lines: readonly string[], max = lines.length): string[] => {
  if (lines.length === 0) return [];
  const more = lines.length > max ? [`- and ${lines.length - max} more`] : [];
  return ['', title, ...lines.slice(0, max).map((text) => line(`- ${text}`)), ...more];
};

/** Without its full stop: more is said in the line. */
const titleOf = (code: string): string => (codes.get(code)?.words.en.title ?? code).replace(/\.$/, '');
const counted = (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`;
const bySeverity = (counts: SeverityCounts): string =>
  SEVERITIES.map((severity) => `${counts[severity]} ${severity}`).join(', ');
/** A day, where one begins then in UTC. */
const whenOf = (instant: string | null): string | undefined =>
  instant?.replace(/T00:00:00\.000Z$/, '').replace(/:00\.000Z$/, 'Z');
const periodText = ({ start, end }: Summary['period']): string => {
  const [from, to] = [whenOf(start), whenOf(end)];
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  return from !== undefined ? `from ${from}` : to !== undefined ? `until ${to}` : 'all rows';
};

const totalOf = ({ critical, warning, info }: SeverityCounts): number => critical + warning + info;

const causeText = ({ severity, code, model, channelId }: Summary['causes'][number] | CauseChange): string => {
  const place = [model !== null && `model ${model}`, channelId !== null && `channel ${channelId}`];
  const named = place.filter(Boolean).join(', ');
  return `${severity}: ${titleOf(code)}${named === '' ? '' : ` (${named})`}`;
};

const money = (count: number, amount: string | null, currency: string): string =>
  amount === null || amount === '0' ? counted(count) : `${counted(count)}, ${amount} ${currency}`;

const changedLine = (cause: CauseChange, currency: string): string => {
  const { count, amount, before, appeared, gone } = cause;
  const now = money(count, amount, currency);
  return `${causeText(cause)}: ${now}; before ${money(before.count, before.amount, currency)}; ${appeared} new, ${gone} gone`;
};

const findingLine = ({ finding: { id, severity, message } }: Ranked): string =>
  `${severity}: ${message} [${id}]`;

function changedLines(changes: Changes, { currency }: ReconciliationReport): string[] {
  const { appeared, gone, altered } = changes;
  return [
    `New: ${bySeverity(appeared.counts)}.`,
    `Gone: ${bySeverity(gone.counts)}.`,
    `With another amount or severity: ${altered}.`,
    ...list(
      'What changed, most money first:',
      changes.causes.map((cause) => changedLine(cause, currency)),
      CAUSES_MAX,
    ),
    ...list('The first new findings:', appeared.first.map(findingLine)),
    ...list('The first that are gone:', gone.first.map(findingLine)),
  ];
}

const toldCause = ({ side, money, text, remedy }: CauseLine, currency: string): string[] => [
  line(`- ${answerWords.en.sides[side]}${money === '' ? '' : ` ${money} ${currency}`}: ${text}`),
  line(`  ${remedy}`),
];

/** The first lines of the answer, as the page and the terminal have them: the sum, then what costs most. */
function answerLines({ head, since, traits, channelNames }: Told): string[] {
  const told = { report: head, since, traits, channelNames, clauses: clausesOf(head, 'en') };
  const causes = causeLines(told, 'en').filter(({ side }) => side !== 'record');
  const more = causes.length - CAUSES_FIRST;
  return [
    line(head.summary.answer.text, ANSWER_LENGTH_MAX),
    line(`${answerWords.en.scope(scopeOf(head))}.`),
    ...(causes.length > 0 ? [''] : []),
    ...causes.slice(0, CAUSES_FIRST).flatMap((cause) => toldCause(cause, head.currency)),
    ...(more > 0 ? [answerWords.en.more(more).replace(' below', '')] : []),
  ];
}

/** What a report says in a mail, and what it says anew. In English, some kilobytes of plain text. */
export function noticeOf(told: Told): Notice {
  const { head, earlier, changes, at } = told;
  const { summary, generatedAt } = head;
  const { findings, period } = summary;
  const news = changes
    ? `${totalOf(changes.appeared.counts)} new, ${totalOf(changes.gone.counts)} gone`
    : counted(findings.total);
  const since =
    earlier === undefined
      ? 'There is no report before it.'
      : changes
        ? `Compared with the report of ${earlier.generatedAt} on ${periodText(earlier.period)}.`
        : `The report before it, of ${earlier.generatedAt}, is too old to compare with.`;
  const lines = [
    ...answerLines(told),
    '',
    `Report of ${generatedAt} on ${periodText(period)}. ${since}`,
    '',
    `Findings: ${bySeverity(findings)}.`,
    ...(changes ? changedLines(changes, head) : []),
    '',
    `The report: ${at}report.html`,
    `All of this, and more: ${at}changes.json`,
  ];
  return { subject: `Reconciliation ${periodText(period)}: ${news}`, message: `${lines.join('\n')}\n` };
}
