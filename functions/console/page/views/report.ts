import { answerWords } from '#shared/answer/answer-words.ts';
import { headline } from '#shared/answer/headline.ts';
import { scopeOf } from '#shared/answer/scope.ts';
import { h } from '../element.ts';
import { causes } from './causes.ts';
import { completeness } from './completeness.ts';
import { dayPlot } from './day-plot.ts';
import { exports } from './exports.ts';
import { findings } from './findings.ts';
import { reading } from './reading.ts';
import { tables } from './tables.ts';
import { tiles } from './tiles.ts';
import type { View } from './view.ts';
import { weakest } from './weakest.ts';

/** A sentence in which names such as `gpt-4o` stay on one line, where a line holds them. */
const unbroken = (sentence: string): (string | HTMLElement)[] =>
  sentence
    .split(/([\w.:/@-]+)/)
    .map((part) => (part.indexOf('-') > 0 ? h('span', { class: 'unbroken' }, part) : part));

/** The report for a reader: the answer first, then what it rests on, from the whole to the single finding. */
export function reportView(view: View, page: string, again: (() => void) | undefined): HTMLElement {
  const { report, language, known } = view;
  const say = answerWords[language];
  const grave = report.summary.causes.filter(({ severity }) => severity !== 'info').length;
  const { critical, warning } = report.summary.findings;
  return h(
    'main',
    { class: 'report', id: 'content' },
    h(
      'div',
      { class: 'answer' },
      h('p', { class: 'scope' }, say.scope(scopeOf(report.summary))),
      h(
        'h1',
        { tabindex: -1, id: 'headline', class: critical > 0 ? 'critical' : warning > 0 ? 'warning' : 'fine' },
        unbroken(headline(view, language, known)),
      ),
      grave > 1 && h('p', { class: 'more' }, say.more(grave - 1)),
      h(
        'div',
        { class: 'actions' },
        again && h('button', { type: 'button', id: 'again', onclick: again }, view.words.report.again),
        exports(view, page),
      ),
    ),
    tiles(view),
    weakest(view),
    causes(view),
    dayPlot(view),
    tables(view),
    completeness(view),
    report.summary.findings.total > 0 && findings(view),
    reading(view),
  );
}
