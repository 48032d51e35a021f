import type { VNode } from 'preact';
import { CAUSES_FIRST, type CauseLine, exactOf } from '../../answer/cause-lines.ts';
import { shown } from '../../answer/shown.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { decimal, plain, total } from '../../money.ts';
import { h } from '../element.ts';
import { isOpen, withOpen } from '../place.ts';
import type { Part, Toggled, View } from '../view.ts';
import { causeItem } from './cause-item.ts';

/** What further causes come to, by side: `lost 1.87 · owed 5.21`. */
function sumsOf(lines: readonly CauseLine[], { language }: View): string {
  const { sides } = answerWords[language];
  return (['lost', 'owed', 'doubtful'] as const)
    .map((side) => {
      const own = lines.filter((line) => line.side === side);
      const sum = plain(total(own, ({ cause }) => decimal(exactOf(cause))));
      return own.length === 0 ? '' : `${sides[side]} ${shown(sum)}`;
    })
    .filter((text) => text !== '')
    .join(' · ');
}

const list = (lines: readonly CauseLine[], from: number, view: View): VNode =>
  h(
    'ol.causes',
    lines.map((line, at) => causeItem(line, from + at, view)),
  );

/** Causes behind a summary, drawn once they are asked for; on paper they are there. */
function further(id: string, summary: string, lines: readonly CauseLine[], from: number, view: View): Part {
  if (lines.length === 0) return null;
  const { act, place } = view;
  const isNowOpen = isOpen(place, id);
  const onToggle = ({ currentTarget: { open } }: Toggled) =>
    open !== isNowOpen && act?.go(withOpen(place, id, open));
  return h('details.further', { open: isNowOpen, onToggle }, [
    h('summary', { id: `further-${id}` }, summary),
    (!act || isNowOpen) && list(lines, from, view),
  ]);
}

/** What costs most, with what to do; the rest one click away. */
export function causes(lines: readonly CauseLine[], view: View): Part[] {
  const { report, words } = view;
  const { causes: say } = words;
  const grave = lines.filter(({ side }) => side !== 'record');
  const first = grave.slice(0, CAUSES_FIRST);
  const rest = grave.slice(CAUSES_FIRST);
  const records = lines.slice(grave.length);
  return [
    first.length > 0 && list(first, 0, view),
    further('more', say.more(rest.length, sumsOf(rest, view)), rest, first.length, view),
    further('records', say.records(records.length), records, grave.length, view),
    report.summary.cut.includes('causes') && h('p.hint', say.cut),
  ];
}
