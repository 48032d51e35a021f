import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { RuleCoverage } from '#shared/report/acknowledged/remove-acknowledged.ts';
import { type CauseLine, causeLines } from '#shared/report/answer/cause-lines.ts';
import { scopeOf } from '#shared/report/answer/scope.ts';
import { shown } from '#shared/report/answer/shown.ts';
import { toneOf } from '#shared/report/answer/tone.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import { clausesOf } from '#shared/report/build/translations.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import type { MonthResult } from '../month/run-month.ts';
import { type Screen, SIDE_STYLES, wrapInStyle, wrapText } from './screen.ts';

/** Causes that are listed; the rest is counted. */
const CAUSES_SHOWN = 12;
const TONE_STYLES = { loss: 'red', doubt: 'yellow', fine: 'green' } as const;

/** What it comes down to, on what, and what is to be known of the files. */
export const formatAnswer = ({ report, said }: MonthResult, screen: Screen): string[] => [
  ...wrapInStyle(TONE_STYLES[toneOf(report)], '', escapeInvisible(report.summary.answer.text), screen).map(
    (line) => screen.paint('bold', line),
  ),
  ...wrapInStyle('dim', '', answerWords[screen.language].scope(scopeOf(report)), screen),
  ...said.flatMap((sentence) =>
    wrapInStyle('yellow', '', escapeInvisible(sentence[screen.language]), screen),
  ),
];

/** A cause with its money and its remedy, which a list of ten causes says once. */
function formatCause(
  { side, money, text, remedy, cause }: CauseLine,
  before: CauseLine | undefined,
  currency: string,
  screen: Screen,
): string[] {
  const { paint, columns, language } = screen;
  const amount = money === '' ? '' : `${paint('bold', `${money} ${currency}`)}  `;
  const lead = `  ${paint(SIDE_STYLES[side], answerWords[language].sides[side])}  ${amount}`;
  return [
    ...wrapText(lead, escapeInvisible(text), 6, columns),
    ...wrapText('    ', remedy === before?.remedy ? reportWords[language].asAbove : remedy, 4, columns),
    ...wrapInStyle('dim', '    ', reportWords[language].coded(cause.code, cause.count), screen),
  ];
}

/** What the operator knows: rules, and what each covers this time. */
function formatAcknowledged({ report }: Pick<MonthResult, 'report'>, screen: Screen): string[] {
  const { known = [], findings } = report.summary;
  const say = viewWords[screen.language].known;
  const line = ({ rule, state, amount, count }: RuleCoverage): string[] => {
    const { title = rule.code } = findings.byCode[rule.code] ?? {};
    const { comma } = reportWords[screen.language];
    const covered = [amount !== '0' && `${shown(amount)} ${report.currency}`, say.covers(count)];
    const about = [answerWords[screen.language].named(title, rule), rule.note];
    const [what = '', text = ''] = [covered, about].map((parts) => parts.filter(Boolean).join(comma));
    return wrapText(
      `  ${state === 'covers' ? what : say[state]}  `,
      escapeInvisible(text),
      6,
      screen.columns,
    );
  };
  return known.length === 0 ? [] : ['', say.heading(known.length), ...known.flatMap(line)];
}

/** Where the money goes and what to do: each cause once, in the report's order, what is for the record last. */
export function formatCauses({ report, since, traits, channelNames }: MonthResult, screen: Screen): string[] {
  const words = reportWords[screen.language];
  const clauses = clausesOf(report, screen.language);
  const all = causeLines({ report, since, clauses, traits, channelNames }, screen.language);
  const more = all.length - CAUSES_SHOWN;
  return [
    screen.paint('bold', words.causes),
    ...(all.length > 0
      ? all
          .slice(0, CAUSES_SHOWN)
          .flatMap((line, at) => formatCause(line, all[at - 1], report.currency, screen))
      : [`  ${words.nothing}`]),
    ...(more > 0
      ? [screen.paint('dim', `  ${words.otherCauses(more, report.summary.cut.includes('causes'))}`)]
      : []),
    ...formatAcknowledged({ report }, screen),
  ];
}
