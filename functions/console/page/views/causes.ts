import { exactOf, isNested, sideOf } from '#shared/answer/cause-lines.ts';
import { shown } from '#shared/answer/shown.ts';
import type { Cause } from '#shared/schemas/report.ts';
import { h } from '../element.ts';
import { aligned } from './aligned.ts';
import { causeItem } from './cause-item.ts';
import type { View } from './view.ts';

/** Causes of one kind that are shown before the reader asks for more. */
const CAUSES_SHOWN = 8;
/** So few more are not worth a click. */
const CAUSES_SPARED = 2;

/** A cause, and what draws it. */
interface Line {
  readonly cause: Cause;
  readonly item: () => HTMLElement;
}

/** Which lists of further causes stand open; it outlives a redraw. */
const open = new Set<string>();

const list = (lines: readonly Line[]): HTMLElement =>
  h(
    'ol',
    { class: 'causes' },
    lines.map(({ item }) => item()),
  );

/** Causes behind a summary, drawn once they are asked for. */
function further(name: string, summary: string, lines: readonly Line[]): HTMLElement {
  const isOpen = open.has(name);
  const below: HTMLDetailsElement = h(
    'details',
    {
      ...{ class: 'further', open: isOpen },
      ontoggle: () => {
        if (below.open) open.add(name);
        else open.delete(name);
        if (below.open && below.children.length === 1) below.append(list(lines));
      },
    },
    h('summary', { id: `further-${name}` }, summary),
    isOpen && list(lines),
  );
  return below;
}

/** Where the money goes: losses, debts and doubts, each cause unfolding to its remedy, findings and evidence. */
export function causes(view: View): HTMLElement {
  const { report, words } = view;
  const { causes: say } = words;
  const { causes: listed, cut } = report.summary;
  const amounts = aligned(listed.map((cause) => (exactOf(cause) === '0' ? '' : shown(exactOf(cause)))));
  const lines = listed.map((cause, index) => ({
    cause,
    item: () => causeItem(cause, index, amounts[index] ?? '', view),
  }));
  const infos = lines.filter(({ cause }) => sideOf(cause) === 'record');
  const views = lines.filter(({ cause }) => sideOf(cause) !== 'record' && isNested(cause));
  const grave = lines.filter(({ cause }) => sideOf(cause) !== 'record' && !isNested(cause));
  const group = (side: keyof typeof say.sides, own: readonly Line[]) => {
    const shown = own.length <= CAUSES_SHOWN + CAUSES_SPARED ? own.length : CAUSES_SHOWN;
    const more = own.slice(shown);
    return [
      h('h3', {}, say.sides[side]),
      list(own.slice(0, shown)),
      more.length > 0 && further(side, say.more(more.length), more),
    ];
  };
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'causes' },
    h('h2', { id: 'causes' }, say.heading, h('span', { class: 'unit' }, report.currency)),
    lines.length === 0 && h('p', { class: 'hint' }, say.none),
    [...Map.groupBy(grave, ({ cause }) => sideOf(cause) as keyof typeof say.sides)].map(([side, own]) =>
      group(side, own),
    ),
    views.length > 0 && further('views', say.views(views.length), views),
    infos.length > 0 && further('infos', say.infos(infos.length), infos),
    cut.includes('causes') && h('p', { class: 'hint' }, say.cut),
  );
}
