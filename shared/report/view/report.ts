import type { VNode } from 'preact';
import { escapeInvisible } from '../../escape-control-characters.ts';
import type { Language } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { removeAcknowledged, ruleCoveragesOf } from '../acknowledged/remove-acknowledged.ts';
import { buildCauseLines, exactAmountOf } from '../answer/cause-lines.ts';
import { comparedReport } from '../answer/compared.ts';
import { firstLines } from '../answer/first-lines.ts';
import { scopeOf } from '../answer/scope.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { type ReportTable, reportTables } from '../files/report-tables.ts';
import { acknowledgedList } from './causes/acknowledged.ts';
import { causeSection } from './causes/causes.ts';
import { marginSection } from './charts/bridge.ts';
import { dayChart } from './charts/day-chart.ts';
import { coverageMark, coverageSection } from './coverage.ts';
import { listGoneCauses } from './earlier.ts';
import { button, h, list } from './element.ts';
import { money, splitUnbroken } from './figures.ts';
import { findings } from './lists/findings.ts';
import { tables } from './lists/tables.ts';
import { localizePageReport, type PageReport } from './page-report.ts';
import { asks, gapList, rateAndPriceList } from './rates-and-gaps.ts';
import type { Actions, View, ViewPart } from './view.ts';
import { INITIAL_VIEW } from './view-state.ts';
import { viewWords } from './words/view-words.ts';

/** A report in a language, without what its reader knows: made once, looked at from many places. */
export type ViewData = Omit<View, 'place' | 'earlier' | 'act' | 'isNarrow'>;

export function buildViewData(
  all: PageReport,
  language: Language,
  rules: readonly AcknowledgementRule[] = [],
): ViewData {
  const told = removeAcknowledged(localizePageReport(all, language), rules, language);
  return { ...told, all, language, rules, words: viewWords[language], known: ruleCoveragesOf(told.report) };
}

/** The same on paper, where nobody acts. */
export const toStaticView = (telling: ViewData): View => ({
  ...telling,
  place: INITIAL_VIEW,
  earlier: undefined,
  act: undefined,
  isNarrow: false,
});

/** The days that a report is about. */
function spanOf({ report, language }: View): string {
  const { from, to } = scopeOf(report);
  return from && to ? answerWords[language].span({ from, to }) : '';
}

/** A full stop of English ends a sentence only before a space: amounts and settings have them, too. */
const firstSentence = (text: string): string =>
  text.split(/(?<=\.)\s|(?<=。)/)[0]?.replace(/[.。]$/, '') ?? '';

/** What a window of this report is called. */
export const pageTitle = (view: View): string =>
  escapeInvisible(
    view.words.title({
      answer: firstSentence(view.report.summary.answer.text),
      span: spanOf(view),
      gateway: view.gateway ?? '',
    }),
  );

/** The report as files: one that opens by itself, JSON, and a CSV for each table. */
function exports({ report, words, language }: View, act: Actions): VNode {
  const { exports: say } = words;
  const name = `reconciliation-${report.generatedAt.slice(0, 10)}`;
  const json = () => act.save(`${name}.json`, 'application/json', `${JSON.stringify(report, null, 2)}\n`);
  const choice = (label: string, onClick: () => void, file = '') =>
    button({ onClick }, label, file !== '' && h('code', file));
  return h('details.menu', { id: 'exports' }, [
    h('summary', words.actions.export),
    h('div.sheet', [
      choice(say.html, act.saveAsPage),
      h('p.hint', say.hint),
      choice(say.json, json),
      h('p.label', say.tables),
      (Object.keys(reportTables) as ReportTable[]).map((table) =>
        choice(
          say.files[table],
          () => act.save(`${table}.csv`, 'text/csv', [...reportTables[table](report, language)].join('')),
          `${table}.csv`,
        ),
      ),
    ]),
  ]);
}

function actions(view: View, act: Actions): VNode {
  const { actions: say } = view.words;
  return h('div.actions', [
    act.adding,
    act.again && button({ id: 'again', onClick: act.again }, say.again),
    button({ id: 'print', onClick: act.print }, say.print),
    exports(view, act),
  ]);
}

/** What stood in the earlier report and is gone, and the way back to this report alone. */
function earlierBar(view: View): ViewPart {
  const { earlier, report, words, language, act } = view;
  if (!earlier) return null;
  const { earlier: say } = words;
  const isAlike = earlier.currency === report.currency;
  const gone = isAlike ? listGoneCauses(earlier, report) : [];
  const nameOf = (cause: (typeof gone)[number]) =>
    answerWords[language].named(earlier.titles[language][cause.code] ?? cause.code, cause);
  return h('div.earlier', [
    h('span', isAlike ? say.heading(answerWords[language].span(earlier)) : say.other),
    act && button({ class: 'quiet', onClick: act.withoutEarlier }, say.forget),
    gone.length > 0 &&
      h('details', [
        h('summary', say.gone(gone.length)),
        list(gone.map((cause) => [nameOf(cause), ' ', money(exactAmountOf(cause), report.currency)])),
      ]),
  ]);
}

/** The report for a reader: the answer first, then what it rests on, from the whole to the single finding. */
export function reportView(view: View): VNode {
  const { report, language, act } = view;
  const lines = buildCauseLines(view, view.language);
  const known = { ...view, report: comparedReport(report) };
  const { headline, tone, gaps, ...first } = firstLines(report, language);
  const scope = [first.scope, view.gateway].filter(Boolean).join(' · ');
  return h('main.report', { id: 'content' }, [
    h('section.answer', { 'aria-labelledby': 'headline' }, [
      h('h1', { tabindex: -1, id: 'headline', class: tone }, splitUnbroken(headline)),
      h('p.scope', scope, ' ', coverageMark(view)),
      gapList(gaps, view),
      asks(view),
      act && actions(view, act),
      earlierBar(view),
      causeSection(lines, view),
    ]),
    acknowledgedList(view),
    dayChart(known, lines),
    marginSection(known),
    rateAndPriceList(view),
    tables(known, lines),
    findings(view),
    coverageSection(view),
  ]);
}
