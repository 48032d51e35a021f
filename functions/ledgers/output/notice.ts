import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { Language } from '#shared/language.ts';
import { CAUSES_FIRST, type CauseLine, causeLines } from '#shared/report/answer/cause-lines.ts';
import { scopeOf } from '#shared/report/answer/scope.ts';
import type { Traits } from '#shared/report/answer/traits.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import type { SeverityCounts } from '#shared/report/build/causes.ts';
import { type FindingRecord, messageOf } from '#shared/report/build/findings.ts';
import { clausesOf, sentencesOf } from '#shared/report/build/translations.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import { withSentences } from '#shared/report/view/answered.ts';
import type { ReconciliationReport, Summary } from '#shared/schemas/report.ts';
import type { LatestRun } from '../latest-run.ts';
import type { CauseChange, Changes } from './changes.ts';
import { noticeWords } from './notice-words.ts';

/** A mail about a report. */
export interface Notice {
  /** In English: SNS takes up to 99 characters of ASCII, in one line. */
  readonly subject: string;
  readonly message: string;
}

/** What a notice is about. */
interface NoticeInput extends Pick<ReportSource, 'since' | 'channelNames'> {
  /** Worded in English. */
  readonly head: ReconciliationReport;
  /** What all findings of each cause have in common, in the order of `summary.causes`. */
  readonly traits: readonly Traits[];
  /** The report before, if there was one; its changes, if its findings are still kept. */
  readonly earlier: LatestRun | undefined;
  readonly changes: Changes | undefined;
  /** Where the report is. */
  readonly at: string;
  /** What its reader reads. */
  readonly language: Language;
}

const CAUSES_MAX = 10;
/** Names of customers and models may have a kilobyte each. */
const LINE_LENGTH_MAX = 300;

/** The answer names at most one model and three currencies. */
const ANSWER_LENGTH_MAX = 3_000;

type Texts = (typeof noticeWords)[Language];

const formatLine = (text: string, max = LINE_LENGTH_MAX): string => {
  const plain = escapeInvisible(text);
  return plain.length > max ? `${plain.slice(0, max).toWellFormed()} …` : plain;
};

const formatList = (title: string, lines: readonly string[], say: Texts, max = lines.length): string[] => {
  if (lines.length === 0) return [];
  const more = lines.length > max ? [`- ${say.andMore(lines.length - max)}`] : [];
  return ['', title, ...lines.slice(0, max).map((text) => formatLine(`- ${text}`)), ...more];
};

/** Without its full stop: more is said in the line. */
const titleOf = (code: string, language: Language): string =>
  (codeWords.get(code)?.[language].title ?? code).replace(/[.。]$/, '');
/** A day, where one begins then in UTC. */
const formatInstant = (instant: string | null): string | undefined =>
  instant?.replace(/T00:00:00\.000Z$/, '').replace(/:00\.000Z$/, 'Z');
const formatPeriod = ({ start, end }: Summary['period'], say: Texts): string => {
  const [from, to] = [formatInstant(start), formatInstant(end)];
  if (from !== undefined && to !== undefined) return say.between(from, to);
  return from !== undefined ? say.from(from) : to !== undefined ? say.until(to) : say.always;
};

const totalCount = ({ critical, warning, info }: SeverityCounts): number => critical + warning + info;

function formatCauseChange(cause: CauseChange, currency: string, language: Language): string {
  const say = noticeWords[language];
  const { severity, code, model, channelId, count, amount, before, appeared, gone } = cause;
  const place = [model !== null && say.model(model), channelId !== null && say.channel(channelId)];
  const named = place.filter(Boolean).join(say.comma);
  const money = (findings: number, sum: string | null): string =>
    [say.counted(findings), sum !== null && sum !== '0' && `${sum} ${currency}`]
      .filter(Boolean)
      .join(say.comma);
  const what = `${titleOf(code, language)}${named === '' ? '' : say.inBrackets(named)}`;
  const changed = say.changed(money(count, amount), money(before.count, before.amount), appeared, gone);
  return [say.severities[severity], what, changed].join(say.colon);
}

function formatChanges(changes: Changes, { currency }: ReconciliationReport, language: Language): string[] {
  const say = noticeWords[language];
  const { appeared, gone, altered } = changes;
  const findingLine = (finding: FindingRecord): string =>
    `${say.severities[finding.severity]}${say.colon}${messageOf(finding, language)} [${finding.id}]`;
  return [
    say.appeared(say.bySeverity(appeared.counts)),
    say.gone(say.bySeverity(gone.counts)),
    say.altered(altered),
    ...formatList(
      say.changes,
      changes.causes.map((cause) => formatCauseChange(cause, currency, language)),
      say,
      CAUSES_MAX,
    ),
    ...formatList(say.firstNew, appeared.first.map(findingLine), say),
    ...formatList(say.firstGone, gone.first.map(findingLine), say),
  ];
}

/** The first lines of the answer, as the page and the terminal have them: the sum, then what costs most. */
function formatAnswer(
  head: ReconciliationReport,
  { since, traits, channelNames, language }: NoticeInput,
): string[] {
  const say = noticeWords[language];
  const words = answerWords[language];
  const told = { report: head, since, traits, channelNames, clauses: clausesOf(head, language) };
  const causes = causeLines(told, language).filter(({ side }) => side !== 'record');
  const more = causes.length - CAUSES_FIRST;
  const toldCause = ({ side, money, text, remedy }: CauseLine): string[] => [
    formatLine(
      `- ${words.sides[side]}${money === '' ? '' : ` ${money} ${head.currency}`}${say.colon}${text}`,
    ),
    formatLine(`  ${remedy}`),
  ];
  return [
    formatLine(head.summary.answer.text, ANSWER_LENGTH_MAX),
    formatLine(`${words.scope(scopeOf(head))}${say.stop}`),
    ...(causes.length > 0 ? [''] : []),
    ...causes.slice(0, CAUSES_FIRST).flatMap(toldCause),
    ...(more > 0 ? [say.further(more)] : []),
  ];
}

function formatSubject({ head: { summary }, changes }: NoticeInput): string {
  const say = noticeWords.en;
  const news = changes
    ? `${totalCount(changes.appeared.counts)} new, ${totalCount(changes.gone.counts)} gone`
    : say.counted(summary.findings.total);
  return `Reconciliation ${formatPeriod(summary.period, say)}: ${news}`;
}

/** What a report says in a mail, and what it says anew. Some kilobytes of plain text. */
export function buildNotice(told: NoticeInput): Notice {
  const { earlier, changes, at, language } = told;
  const say = noticeWords[language];
  const head = withSentences(told.head, sentencesOf(told.head, language));
  const { summary, generatedAt } = head;
  const { findings, period } = summary;
  const since =
    earlier === undefined
      ? say.isFirst
      : changes
        ? say.compared(earlier.generatedAt, formatPeriod(earlier.period, say))
        : say.tooOld(earlier.generatedAt);
  const lines = [
    ...formatAnswer(head, told),
    '',
    `${say.report(generatedAt, formatPeriod(period, say))}${say.space}${since}`,
    '',
    say.findings(say.bySeverity(findings)),
    ...(changes ? formatChanges(changes, head, language) : []),
    '',
    say.where(`${at}report.html`),
    say.all(`${at}changes.json`),
  ];
  return { subject: formatSubject(told), message: `${lines.join('\n')}\n` };
}
