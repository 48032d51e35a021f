import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { Language } from '#shared/language.ts';
import { buildCauseLines, CAUSES_FIRST, type CauseLine } from '#shared/report/answer/cause-lines.ts';
import { buildFirstLines } from '#shared/report/answer/first-lines.ts';
import type { CauseTraits } from '#shared/report/answer/traits.ts';
import type { SeverityCounts } from '#shared/report/build/causes.ts';
import { buildMessage, type FindingRecord } from '#shared/report/build/findings.ts';
import { listClauses, translateSentences } from '#shared/report/build/translations.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import { withSentences } from '#shared/report/view/page-report.ts';
import type { ReconciliationReport, Summary } from '#shared/schemas/report.ts';
import type { LatestRun } from '../latest-run.ts';
import type { CauseChange, Changes } from './changes.ts';
import { noticeWords } from './notice-words.ts';

/** Mail about a report. */
export interface Notice {
  /** Always English: SNS accepts one line of up to 99 ASCII characters. */
  readonly subject: string;
  readonly message: string;
}

/** Report and changes that a notice describes. */
interface NoticeInput extends Pick<ReportSource, 'since' | 'channelNames'> {
  /** The report, with English sentences. */
  readonly head: ReconciliationReport;
  /** Traits that all findings of a cause share, in the order of `summary.causes`. */
  readonly traits: readonly CauseTraits[];
  /** The earlier report, if there was one. `changes` is undefined if its findings have expired. */
  readonly earlier: LatestRun | undefined;
  readonly changes: Changes | undefined;
  /** Address of the report's folder, such as `s3://bucket/reports/…/`. */
  readonly at: string;
  readonly language: Language;
}

const CAUSES_MAX = 10;
/** Longest line. Names of customers and models may have a kilobyte each. */
const LINE_LENGTH_MAX = 300;

/** Longest line of the first lines. They name at most one model and three currencies. */
const ANSWER_LENGTH_MAX = 3_000;

type Texts = (typeof noticeWords)[Language];

const formatLine = (text: string, max = LINE_LENGTH_MAX): string => {
  const plain = escapeInvisible(text);
  return plain.length > max ? `${plain.slice(0, max).toWellFormed()} …` : plain;
};

const formatList = (title: string, lines: readonly string[], texts: Texts, max = lines.length): string[] => {
  if (lines.length === 0) return [];
  const more = lines.length > max ? [`- ${texts.andMore(lines.length - max)}`] : [];
  return ['', title, ...lines.slice(0, max).map((text) => formatLine(`- ${text}`)), ...more];
};

/** Title of a code without the full stop, because the line continues. */
const titleOf = (code: string, language: Language): string =>
  (codeWords.get(code)?.[language].title ?? code).replace(/[.。]$/, '');
/** Formats an instant as a day if it is a midnight in UTC, else as a time without seconds. */
const formatInstant = (instant: string | null): string | undefined =>
  instant?.replace(/T00:00:00\.000Z$/, '').replace(/:00\.000Z$/, 'Z');
const formatPeriod = ({ start, end }: Summary['period'], texts: Texts): string => {
  const [from, to] = [formatInstant(start), formatInstant(end)];
  if (from !== undefined && to !== undefined) return texts.between(from, to);
  return from !== undefined ? texts.from(from) : to !== undefined ? texts.until(to) : texts.always;
};

const totalCount = ({ critical, warning, info }: SeverityCounts): number => critical + warning + info;

function formatCauseChange(cause: CauseChange, currency: string, language: Language): string {
  const texts = noticeWords[language];
  const { severity, code, model, channelId, count, amount, before, appeared, gone } = cause;
  const subject = [model !== null && texts.model(model), channelId !== null && texts.channel(channelId)];
  const subjectText = subject.filter(Boolean).join(texts.comma);
  const money = (findings: number, sum: string | null): string =>
    [texts.counted(findings), sum !== null && sum !== '0' && `${sum} ${currency}`]
      .filter(Boolean)
      .join(texts.comma);
  const what = `${titleOf(code, language)}${subjectText === '' ? '' : texts.inBrackets(subjectText)}`;
  const changed = texts.changed(money(count, amount), money(before.count, before.amount), appeared, gone);
  return [texts.severities[severity], what, changed].join(texts.colon);
}

function formatChanges(changes: Changes, { currency }: ReconciliationReport, language: Language): string[] {
  const texts = noticeWords[language];
  const { appeared, gone, altered } = changes;
  const findingLine = (finding: FindingRecord): string =>
    `${texts.severities[finding.severity]}${texts.colon}${buildMessage(finding, language)} [${finding.id}]`;
  return [
    texts.appeared(texts.bySeverity(appeared.counts)),
    texts.gone(texts.bySeverity(gone.counts)),
    texts.altered(altered),
    ...formatList(
      texts.changes,
      changes.causes.map((cause) => formatCauseChange(cause, currency, language)),
      texts,
      CAUSES_MAX,
    ),
    ...formatList(texts.firstNew, appeared.first.map(findingLine), texts),
    ...formatList(texts.firstGone, gone.first.map(findingLine), texts),
  ];
}

/** Formats the first lines of the report as the page and the terminal do, then the most expensive causes. */
function formatAnswer(head: ReconciliationReport, { since, traits, channelNames, language }: NoticeInput) {
  const texts = noticeWords[language];
  const { headline, scope, notes, gaps } = buildFirstLines(head, language);
  const input = { report: head, since, traits, channelNames, clauses: listClauses(head, language) };
  const causes = buildCauseLines(input, language).filter(({ side }) => side !== 'record');
  const more = causes.length - CAUSES_FIRST;
  const formatCause = ({ badge, money, text, remedy }: CauseLine): string[] => [
    formatLine(`- ${badge}${money === '' ? '' : ` ${money} ${head.currency}`}${texts.colon}${text}`),
    formatLine(`  ${remedy}`),
  ];
  return [
    formatLine(headline, ANSWER_LENGTH_MAX),
    formatLine(scope),
    ...[...notes, ...gaps.map(({ text }) => text)]
      .filter(Boolean)
      .map((text) => formatLine(text, ANSWER_LENGTH_MAX)),
    ...(causes.length > 0 ? [''] : []),
    ...causes.slice(0, CAUSES_FIRST).flatMap(formatCause),
    ...(more > 0 ? [texts.further(more)] : []),
  ];
}

function formatSubject({ head: { summary }, changes }: NoticeInput): string {
  const texts = noticeWords.en;
  const news = changes
    ? `${totalCount(changes.appeared.counts)} new, ${totalCount(changes.gone.counts)} gone`
    : texts.counted(summary.findings.total);
  return `Reconciliation ${formatPeriod(summary.period, texts)}: ${news}`;
}

/**
 * Builds the plain-text mail about a report: its first lines, its most expensive causes, and the changes since the run
 * before. It has at most a few kilobytes.
 */
export function buildNotice(input: NoticeInput): Notice {
  const { earlier, changes, at, language } = input;
  const texts = noticeWords[language];
  const head = withSentences(input.head, translateSentences(input.head, language));
  const { summary, generatedAt } = head;
  const { findings, period } = summary;
  const since =
    earlier === undefined
      ? texts.isFirst
      : changes
        ? texts.compared(earlier.generatedAt, formatPeriod(earlier.period, texts))
        : texts.tooOld(earlier.generatedAt);
  const lines = [
    ...formatAnswer(head, input),
    '',
    `${texts.report(generatedAt, formatPeriod(period, texts))}${texts.space}${since}`,
    '',
    texts.findings(texts.bySeverity(findings)),
    ...(changes ? formatChanges(changes, head, language) : []),
    '',
    texts.where(`${at}report.html`),
    texts.all(`${at}changes.json`),
  ];
  return { subject: formatSubject(input), message: `${lines.join('\n')}\n` };
}
