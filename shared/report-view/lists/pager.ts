import { button, h } from '../element.ts';
import type { Part } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';

/** The part of a list that a page shows, and that page: one behind the end is the last one. */
export function pageOf<TItem>(items: readonly TItem[], size: number, number: number) {
  const last = Math.max(0, Math.ceil(items.length / size) - 1);
  const page = Math.max(0, Math.min(number, last));
  return { page, last, shown: items.slice(page * size, (page + 1) * size) };
}

/**
 * What stands below a list of many pages: where the reader is, and the way to others. Nothing where all fits on one.
 * @param id makes the buttons' ids
 */
export function pager(
  id: string,
  { page, last, size, count }: { page: number; last: number; size: number; count: number },
  { pages: say }: ViewWords,
  turn: (page: number) => void,
): Part {
  if (last < 1) return null;
  const turner = (name: 'first' | 'previous' | 'next' | 'last', sign: string, to: number) => {
    const isHere = to < 0 || to > last || to === page;
    return button(
      {
        ...({ id: `${id}-${name}`, 'aria-label': say[name], title: say[name] } as const),
        // Not disabled: what is pressed last keeps the focus.
        ...(isHere ? { 'aria-disabled': true } : { onClick: () => turn(to) }),
      },
      sign,
    );
  };
  const from = page * size + 1;
  return h(
    // No landmark: several lists of a page have one.
    'div.pager',
    { role: 'group', 'aria-label': say.label },
    [
      turner('first', '«', 0),
      turner('previous', '‹', page - 1),
      h('span', say.range(from, Math.min(from + size - 1, count), count)),
      turner('next', '›', page + 1),
      turner('last', '»', last),
    ],
  );
}
