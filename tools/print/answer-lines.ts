import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { RuleCoverage } from '#shared/report/acknowledged/remove-acknowledged.ts';
import { buildCauseLines, type CauseLine, formatUnlistedSums } from '#shared/report/answer/cause-lines.ts';
import { buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { formatAmount } from '#shared/report/answer/format-amount.ts';
import { listGaps } from '#shared/report/answer/gaps/find-gaps.ts';
import { remedyOfGap } from '#shared/report/answer/gaps/gap-remedies.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import type { MonthResult } from '../month/run-month.ts';
import { type Screen, SIDE_STYLES, wrapInStyle, wrapText } from './screen.ts';

/** Causes that are listed. The others are counted. */
const CAUSES_SHOWN = 12;
const TONE_STYLES = { loss: 'red', doubt: 'yellow', fine: 'green' } as const;

/** Formats the headline, what was compared, notes about models, and what is missing and which option supplies it. */
export function formatFirstLines({ report }: Pick<MonthResult, 'report'>, screen: Screen): string[] {
  const { tone, headline, scope, notes, gaps } = buildFirstLines(report, screen.language);
  const gapLines = gaps.map(({ text, gap }) =>
    [text, remedyOfGap(gap, screen.language)].filter(Boolean).join(answerWords[screen.language].between),
  );
  return [
    ...wrapInStyle(TONE_STYLES[tone], '', escapeInvisible(headline), screen).map((line) =>
      screen.paint('bold', line),
    ),
    ...wrapInStyle('dim', '', scope, screen),
    ...[...notes, ...gapLines]
      .filter(Boolean)
      .flatMap((line) => wrapInStyle('yellow', '', escapeInvisible(line), screen)),
  ];
}

/** Formats the first lines of a report, then the notices about input files that the first lines do not mention. */
export function formatAnswer({ report, notices }: MonthResult, screen: Screen): string[] {
  const gapReasons = new Set((report.summary.missing ?? []).map(({ reason }) => reason?.en));
  const gapKinds = new Set<string | undefined>(listGaps(report).map(({ about }) => about));
  const aboutFiles = notices.filter(({ en, gap }) => !gapReasons.has(en) && !gapKinds.has(gap));
  return [
    ...formatFirstLines({ report }, screen),
    ...aboutFiles.flatMap((sentence) =>
      wrapInStyle('yellow', '', escapeInvisible(sentence[screen.language]), screen),
    ),
  ];
}

/** Formats a cause with its money and its remedy. Refers to the cause before if both have the same remedy. */
function formatCause(
  { side, badge, money, text, remedy, cause }: CauseLine,
  before: CauseLine | undefined,
  currency: string,
  screen: Screen,
): string[] {
  const { paint, columns, language } = screen;
  const amount = money === '' ? '' : `${paint('bold', `${money} ${currency}`)}  `;
  const lead = `  ${paint(SIDE_STYLES[side], badge)}  ${amount}`;
  return [
    ...wrapText(lead, escapeInvisible(text), 6, columns),
    ...wrapText('    ', remedy === before?.remedy ? reportWords[language].asAbove : remedy, 4, columns),
    ...wrapInStyle('dim', '    ', reportWords[language].coded(cause.code, cause.count), screen),
  ];
}

/** Formats the causes that the operator has acknowledged, and the findings that each covers in this report. */
function formatAcknowledged({ report }: Pick<MonthResult, 'report'>, screen: Screen): string[] {
  const { known = [], findings } = report.summary;
  const { known: texts, causes } = viewWords[screen.language];
  const line = ({ rule, state, amount, count }: RuleCoverage): string[] => {
    const { title = rule.code } = findings.byCode[rule.code] ?? {};
    const { comma } = reportWords[screen.language];
    const covered = [amount !== '0' && `${formatAmount(amount)} ${report.currency}`, causes.count(count)];
    const about = [answerWords[screen.language].named(title, rule), rule.note];
    const [what = '', text = ''] = [covered, about].map((parts) => parts.filter(Boolean).join(comma));
    return wrapText(
      `  ${state === 'covers' ? what : texts[state]}  `,
      escapeInvisible(text),
      6,
      screen.columns,
    );
  };
  return known.length === 0 ? [] : ['', texts.heading(known.length), ...known.flatMap(line)];
}

/** Formats the first 12 causes with money, text and remedy, the number of others, then the acknowledged causes. */
export function formatCauses({ report, since, traits, channelNames }: MonthResult, screen: Screen): string[] {
  const words = reportWords[screen.language];
  const clauses = listClauses(report, screen.language);
  const all = buildCauseLines({ report, since, clauses, traits, channelNames }, screen.language);
  const more = all.length - CAUSES_SHOWN;
  const unlisted = formatUnlistedSums(report, screen.language);
  return [
    screen.paint('bold', words.causes),
    ...(all.length > 0
      ? all
          .slice(0, CAUSES_SHOWN)
          .flatMap((line, at) => formatCause(line, all[at - 1], report.currency, screen))
      : [`  ${words.nothing}`]),
    ...(more > 0 ? [screen.paint('dim', `  ${words.otherCauses(more)}`)] : []),
    ...(unlisted === undefined
      ? []
      : [`  ${viewWords[screen.language].causes.cut(report.summary.causes.length, unlisted)}`]),
    ...formatAcknowledged({ report }, screen),
  ];
}
