import type { VNode } from 'preact';
import { escapeInvisible } from '../../escape-control-characters.ts';
import type { Language } from '../../language.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import { removeAcknowledged, ruleCoveragesOf } from '../acknowledged/remove-acknowledged.ts';
import { buildCauseLines, displayAmountOf, isMajor } from '../answer/cause-lines.ts';
import { buildComparedReport } from '../answer/compared.ts';
import { cachePerObject } from '../answer/findings-of-cause.ts';
import { buildFirstLines } from '../answer/first-lines.ts';
import { computeScope } from '../answer/scope.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { generateJson } from '../files/report-json.ts';
import { type ReportTable, reportTables } from '../files/report-tables.ts';
import { acknowledgedList } from './causes/acknowledged.ts';
import { causeSection } from './causes/causes.ts';
import { marginSection } from './charts/bridge.ts';
import { dayChart } from './charts/day-chart.ts';
import { coverageLink, coverageSection, fingerprintLine } from './coverage.ts';
import { findDatedLosses } from './dated-losses.ts';
import { listGoneCauses } from './earlier.ts';
import { button, h, list } from './element.ts';
import { money, NO_BREAK, splitUnbroken } from './figures.ts';
import { filterBar } from './lists/filter-bar.ts';
import { findingSection } from './lists/findings.ts';
import { tableSection } from './lists/tables.ts';
import { buildReportName, localizePageReport, type PageReport } from './page-report.ts';
import { headlineButtons, noteList, rateAndPriceList } from './rates-and-gaps.ts';
import { selectFindings } from './selection.ts';
import type { Actions, KeyInput, View, ViewPart } from './view.ts';
import { INITIAL_VIEW } from './view-state.ts';
import { type ViewWords, viewWords } from './words/view-words.ts';

/** Data of the view that does not depend on its state: the report in a language, without acknowledged causes. */
export type ViewData = Omit<View, 'state' | 'earlier' | 'act' | 'isNarrow' | 'found'>;

/** Report, its state and actions, before the filters are applied. */
type ViewInput = Omit<View, 'found'>;

/** Builds the data of the view: selects the language, and removes acknowledged causes from the sums. */
export function buildViewData(
  all: PageReport,
  language: Language,
  rules: readonly AcknowledgementRule[] = [],
): ViewData {
  const data = removeAcknowledged(localizePageReport(all, language), rules, language);
  const known = ruleCoveragesOf(data.report);
  const losses = findDatedLosses(data);
  return { ...data, all, language, rules, words: chooseWords(language, losses), known, losses };
}

/** Returns the words of a language. If a gap hides losses, the margin is called unreliable. */
function chooseWords(language: Language, { areHidden }: ViewData['losses']): ViewWords {
  const words = viewWords[language];
  if (!areHidden) return words;
  const { bridge, tables, unreliable: margin } = words;
  return {
    ...words,
    bridge: { ...bridge, steps: { ...bridge.steps, margin } },
    tables: { ...tables, margin },
  };
}

/**
 * Builds the input of the view for paper and for browsers without scripts: initial state, no filters and no actions.
 */
export const toStaticView = (data: ViewData): ViewInput => ({
  ...data,
  state: INITIAL_VIEW,
  earlier: undefined,
  act: undefined,
  isNarrow: false,
});

/** Text with the first and last day of a report. */
function spanOf({ report, language }: ViewInput): string {
  const { from, to } = computeScope(report);
  return from && to ? answerWords[language].span({ from, to }) : '';
}

/** First sentence of a text. In English, a full stop ends a sentence only before a space: amounts have points, too. */
const firstSentence = (text: string): string =>
  text.split(/(?<=\.)\s|(?<=。)/)[0]?.replace(/[.。]$/, '') ?? '';

/** Builds the document title of a report: the first sentence of its answer, its days, and the gateway. */
export const buildPageTitle = (view: ViewInput): string =>
  escapeInvisible(
    [firstSentence(view.report.summary.answer.text), spanOf(view), view.gateway].filter(Boolean).join(' · '),
  );

/** Used part of a keyboard event in a menu. */
interface MenuKey extends KeyInput {
  readonly currentTarget: { open: boolean; querySelector(tag: string): { focus(): void } | null };
}

/** Menu to save the report: as a page, as JSON, and each table as CSV. */
function exports({ report, words, language }: View, act: Actions): VNode {
  const { exports: say } = words;
  const name = buildReportName(report);
  const json = () =>
    act.save(`${name}.json`, 'application/json', generateJson({ ...report, findings: [] }, report.findings));
  const choice = (label: string, onClick: () => void, file = '') =>
    button({ onClick }, label, file !== '' && h('code', file));
  const onKeyDown = ({ key, currentTarget: menu }: MenuKey) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  return h('details.menu', { id: 'exports', onKeyDown }, [
    h('summary', words.actions.export),
    h('div.sheet', [
      choice(say.html, act.saveAsPage),
      h('p.hint', say.hint),
      choice(say.json, json),
      h('p.label', say.tables),
      (Object.keys(reportTables) as ReportTable[]).map((table) =>
        choice(
          say.files[table],
          () => act.save(`${name}-${table}.csv`, 'text/csv', reportTables[table](report, language)),
          `${table}.csv`,
        ),
      ),
    ]),
  ]);
}

function actions(view: View, act: Actions): VNode {
  const { actions: say } = view.words;
  return h('div.actions', [
    act.addButtons,
    act.removeFiles && button({ id: 'again', onClick: act.removeFiles }, say.again),
    button({ id: 'print', onClick: act.print }, say.print),
    exports(view, act),
  ]);
}

/** Bar about the earlier report: its period, causes that are gone, and a button that ends the comparison. */
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
    act && button({ class: 'quiet', onClick: act.removeEarlier }, say.forget),
    gone.length > 0 &&
      h('details', [
        h('summary', say.gone(gone.length)),
        list(gone.map((cause) => [nameOf(cause), ' ', money(displayAmountOf(cause), report.currency)])),
      ]),
  ]);
}

/** Report with the figures that are compared, built once for each report. */
const toComparedReport = cachePerObject((report: ReconciliationReport) => buildComparedReport(report));

/** View of a report: the answer first, then figures, tables, findings and coverage. */
export function reportView(input: ViewInput): VNode {
  const { report, language, act } = input;
  const view: View = { ...input, found: selectFindings(input) };
  const lines = buildCauseLines(view, language);
  const compared = { ...view, report: toComparedReport(report) };
  const { headline, tone, notes, gaps, ...first } = buildFirstLines(report, language);
  const major = lines.filter(isMajor).length;
  const shown = { gaps, hasOthers: major + notes.length > 0 };
  const isCauseFirst = !view.losses.areHidden && major + notes.length + gaps.length > 1;
  const scope = [first.scope, view.gateway?.replaceAll(' ', NO_BREAK)].filter(Boolean).join(' · ');
  return h('main.report', { id: 'content' }, [
    h('section.answer', { 'aria-labelledby': 'headline' }, [
      act && actions(view, act),
      h('h1', { tabindex: -1, id: 'headline', class: tone }, splitUnbroken(headline)),
      headlineButtons(shown, view),
      h('p.scope', scope),
      coverageLink(gaps, view),
      !act && fingerprintLine(view),
      noteList(notes, shown, view),
      earlierBar(view),
      causeSection(lines, isCauseFirst, view),
    ]),
    acknowledgedList(view),
    filterBar(compared),
    dayChart(compared, lines),
    marginSection(compared),
    rateAndPriceList(view),
    tableSection(compared, lines),
    findingSection(view),
    coverageSection(view),
  ]);
}
