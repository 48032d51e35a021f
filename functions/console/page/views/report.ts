import { openPart } from '#shared/answer/acknowledged.ts';
import { CAUSES_FIRST, type CauseLine, causeLines, exactOf } from '#shared/answer/cause-lines.ts';
import { scopeOf } from '#shared/answer/scope.ts';
import { toneOf } from '#shared/answer/tone.ts';
import { answerWords } from '#shared/answer/words/answer-words.ts';
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

/** A currency never wraps away from its figure, nor a channel's or customer's id from what it is. */
const bound = (sentence: string): string =>
  sentence.replace(/(\d) (?=[A-Z]{3}\b)|\b(channel|customer|渠道|客户) (?=\S)/g, '$1$2\u00a0');

/** A sentence in which names such as `gpt-4o` stay on one line, where a line holds them. */
const unbroken = (sentence: string): (string | HTMLElement)[] =>
  bound(sentence)
    .split(/([\w.:/@-]+)/)
    .map((part) => (part.indexOf('-') > 0 ? h('span', { class: 'unbroken' }, part) : part));

/** What costs most, each with its money and what to do. */
const firstCauses = (lines: readonly CauseLine[], { language, report }: View): HTMLElement =>
  h(
    'ol',
    { class: 'first-causes' },
    lines.map(({ side, money, text, remedy, cause }) =>
      h(
        'li',
        { class: side },
        h('span', { class: `badge ${side}` }, answerWords[language].sides[side]),
        money !== '' &&
          h(
            'b',
            { class: 'amount', title: `${exactOf(cause)} ${report.currency}` },
            `${money}\u00a0${report.currency}`,
          ),
        h('span', { class: 'what' }, unbroken(text)),
        h('span', { class: 'remedy' }, remedy),
      ),
    ),
  );

/** The report for a reader: the answer first, then what it rests on, from the whole to the single finding. */
export function reportView(view: View, page: string, again: (() => void) | undefined): HTMLElement {
  const { report, language, known } = view;
  const say = answerWords[language];
  const open = openPart(report, known, language);
  const lines = causeLines(view, language, (cause) => open.summary.causes.includes(cause)).filter(
    ({ side }) => side !== 'record',
  );
  const more = lines.length - CAUSES_FIRST;
  return h(
    'main',
    { class: 'report', id: 'content' },
    h(
      'div',
      { class: 'answer' },
      h('p', { class: 'scope' }, say.scope(scopeOf(report))),
      h('h1', { tabindex: -1, id: 'headline', class: toneOf(open) }, unbroken(open.summary.answer.text)),
      lines.length > 0 && firstCauses(lines.slice(0, CAUSES_FIRST), view),
      more > 0 && h('p', { class: 'more' }, say.more(more)),
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
