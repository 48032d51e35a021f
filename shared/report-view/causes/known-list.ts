import type { VNode } from 'preact';
import { answerWords } from '../../answer/words/answer-words.ts';
import { type KnownLine, knownText } from '../../known/open-part.ts';
import { button, h } from '../element.ts';
import { money } from '../figures.ts';
import type { Part, View } from '../view.ts';

const nameOf = ({ rule }: KnownLine, { report, language }: View): string =>
  answerWords[language].named(report.summary.findings.byCode[rule.code]?.title ?? rule.code, rule);

function item(line: KnownLine, view: View): VNode {
  const { words, report, rules, act } = view;
  const { known: say } = words;
  const { rule, state, amount, count } = line;
  const bounds = [
    rule.upTo !== undefined && `${say.upTo(report.currency)} ${rule.upTo}`,
    rule.until && `${say.until} ${rule.until}`,
    rule.note,
  ];
  const forget = () => act?.know(rules.filter((other) => other !== rule));
  return h('li', { class: state }, [
    amount !== '0' && money(amount, report.currency),
    h('span.what', nameOf(line, view)),
    h('span.hint', state === 'covers' ? say.covers(count) : say[state]),
    bounds.some(Boolean) && h('span.hint', bounds.filter(Boolean).join(' · ')),
    act && rules.includes(rule) && button({ class: 'quiet', onClick: forget }, say.forget),
  ]);
}

/** What the reader knows and has left out of the sums. */
export function knownList(view: View): Part {
  const { known, words, rules, act } = view;
  const { known: say } = words;
  if (known.length === 0) return null;
  const save = () => act?.save('known.json', 'application/json', knownText(rules));
  return h('section.card.known', { 'aria-labelledby': 'known' }, [
    h('h2', { id: 'known' }, say.heading(known.length)),
    h(
      'ul',
      known.map((line) => item(line, view)),
    ),
    act && h('p.hint', say.hint),
    act && button({ id: 'save-known', onClick: save }, say.save),
  ]);
}
