import { codes } from '#shared/engine/checks/registry.ts';
import type { SeverityCounts } from '#shared/engine/report/causes.ts';
import type { Ranked } from '#shared/engine/report/ranked.ts';
import { SEVERITIES } from '#shared/engine/tally/evidence.ts';
import { type CauseChange, type Changes, causeChanges, countsOf } from '#shared/ledger/changes.ts';
import type { EarlierRun } from '#shared/ledger/earlier-run.ts';
import type { ReconciliationReport, Summary } from '#shared/schemas/report.ts';
import { visible } from '#shared/visible.ts';

/** A mail about a report. */
export interface Notice {
  /** SNS takes up to 99 characters of ASCII, in one line. */
  readonly subject: string;
  readonly message: string;
}

/** What a notice is about. */
export interface Told {
  readonly head: ReconciliationReport;
  /** The report before, if there was one; its changes, if its findings are still kept. */
  readonly earlier: EarlierRun | undefined;
  readonly changes: Changes | undefined;
  /** Where the report is. */
  readonly at: string;
}

const CAUSES_MAX = 10;
/** Names of customers and models may have a kilobyte each. */
const LINE_LENGTH_MAX = 300;

const line = (text: string): string => {
  const plain = visible(text);
  return plain.length > LINE_LENGTH_MAX ? `${plain.slice(0, LINE_LENGTH_MAX).toWellFormed()} …` : plain;
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
const periodOf = ({ start, end }: Summary['period']): string => {
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
    `New: ${bySeverity(countsOf(appeared))}.`,
    `Gone: ${bySeverity(countsOf(gone))}.`,
    `With another amount or severity: ${altered.value}.`,
    ...list(
      'What changed, most money first:',
      causeChanges(changes).map((cause) => changedLine(cause, currency)),
      CAUSES_MAX,
    ),
    ...list('The first new findings:', appeared.first.map(findingLine)),
    ...list('The first that are gone:', gone.first.map(findingLine)),
  ];
}

const causeLines = ({ summary, currency }: ReconciliationReport): string[] =>
  list(
    'Where the money goes:',
    summary.causes.map((cause) => `${causeText(cause)}: ${money(cause.count, cause.amount, currency)}`),
    CAUSES_MAX,
  );

/** What a report says in a mail, and what it says anew. In English, some kilobytes of plain text. */
export function noticeOf({ head, earlier, changes, at }: Told): Notice {
  const { summary, generatedAt } = head;
  const { findings, period } = summary;
  const news = changes
    ? `${totalOf(countsOf(changes.appeared))} new, ${totalOf(countsOf(changes.gone))} gone`
    : counted(findings.total);
  const since =
    earlier === undefined
      ? 'There is no report before it.'
      : changes
        ? `Compared with the report of ${earlier.generatedAt} on ${periodOf(earlier.period)}.`
        : `The report before it, of ${earlier.generatedAt}, is too old to compare with.`;
  const lines = [
    `Report of ${generatedAt} on ${periodOf(period)}. ${since}`,
    '',
    `Findings: ${bySeverity(findings)}.`,
    ...(changes ? changedLines(changes, head) : causeLines(head)),
    '',
    `The report: ${at}report.html`,
    `All of this, and more: ${at}changes.json`,
  ];
  return { subject: `Reconciliation ${periodOf(period)}: ${news}`, message: `${lines.join('\n')}\n` };
}
