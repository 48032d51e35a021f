import { SIDES } from '../../../schemas/lists.ts';
import { isTiny } from '../../answer/answer-input.ts';
import { formatAmount } from '../../answer/format-amount.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { button, h } from '../element.ts';
import type { View, ViewPart } from '../view.ts';
import { findingItem } from './finding-item.ts';

const PAGE_SIZE = 10;

/** Buttons and position of a list of several pages. Null if there is only one page. */
function pager(page: number, last: number, count: number, { words, act }: View): ViewPart {
  if (last < 1) return null;
  const { pages: say } = words;
  const turner = (name: 'first' | 'previous' | 'next' | 'last', sign: string, to: number) => {
    const isHere = to < 0 || to > last || to === page;
    const attributes = { id: `findings-pages-${name}`, 'aria-label': say[name], title: say[name] };
    // Set `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
    const turn = isHere
      ? { 'aria-disabled': true }
      : { onClick: () => act?.changeState({ page: String(to) }) };
    return button({ ...attributes, ...turn }, sign);
  };
  const from = page * PAGE_SIZE + 1;
  return h('div.pager', { role: 'group', 'aria-label': say.label }, [
    turner('first', '«', 0),
    turner('previous', '‹', page - 1),
    h('span', say.range(from, Math.min(from + PAGE_SIZE - 1, count), count)),
    turner('next', '›', page + 1),
    turner('last', '»', last),
  ]);
}

/** Number of findings, and the sums of their money by side. */
function countLine(view: View): string {
  const { report, found, words, language } = view;
  const { findings: say } = words;
  if (found.findings.length === 0) return say.none;
  const { sides } = answerWords[language];
  const texts = SIDES.flatMap((side) =>
    isTiny(found.sums[side]) ? [] : `${sides[side]} ${formatAmount(found.sums[side])}`,
  );
  const { length } = report.findings;
  const isCut = length < report.summary.findings.total;
  const cut = isCut ? [say.cut(length, report.summary.findings.total)] : [];
  return [say.shown(found.findings.length), ...texts, ...cut].join(' · ');
}

/** Section with the list of the findings that the filters select. */
export function findingSection(view: View): ViewPart {
  const { report, words, state, act } = view;
  if (!act || report.summary.findings.total === 0) return null;
  const found = view.found.findings;
  const last = Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1);
  // Limit the page number to existing pages, because it may come from the address.
  const page = Math.max(0, Math.min(Number(state.page), last));
  const shown = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const items = shown.map((finding) => findingItem(finding, view));
  return h('section.card', { 'aria-labelledby': 'findings' }, [
    h('h2', { id: 'findings' }, words.findings.heading),
    h('p.hint', { role: 'status' }, countLine(view)),
    h('ol.findings', { id: 'findings-list' }, items),
    pager(page, last, found.length, view),
  ]);
}
