import { h } from '../element.ts';
import type { Words } from '../words/words.ts';

/** Where a reader stands in a long list. */
export interface PageOfList {
  readonly size: number;
  /** From 0. */
  number: number;
}

/** The part of a list that its page shows; a page behind the end is the last one. */
export function pageOf<TItem>(page: PageOfList, items: readonly TItem[]): readonly TItem[] {
  page.number = Math.max(0, Math.min(page.number, Math.ceil(items.length / page.size) - 1));
  return items.slice(page.number * page.size, (page.number + 1) * page.size);
}

/**
 * What stands below a list of many pages: where the reader is, and the way to others. Nothing where all fits on one.
 * @param id makes the buttons' ids, by which they keep the focus
 */
export function pager(
  id: string,
  page: PageOfList,
  count: number,
  { pages: say }: Words,
  turned: () => void,
): HTMLElement | null {
  const last = Math.ceil(count / page.size) - 1;
  if (last < 1) return null;
  const turn = (number: number) => () => {
    page.number = number;
    turned();
  };
  const button = (name: 'first' | 'previous' | 'next' | 'last', sign: string, number: number) => {
    const isHere = number < 0 || number > last || number === page.number;
    return h(
      'button',
      {
        ...{ type: 'button', id: `${id}-${name}`, 'aria-label': say[name], title: say[name] },
        // Not disabled: what is pressed last keeps the focus.
        'aria-disabled': isHere ? 'true' : undefined,
        onclick: isHere ? undefined : turn(number),
      },
      sign,
    );
  };
  const from = page.number * page.size + 1;
  return h(
    // No landmark: several lists of a page have one.
    'div',
    { class: 'pager', role: 'group', 'aria-label': say.label },
    button('first', '«', 0),
    button('previous', '‹', page.number - 1),
    h('span', {}, say.range(from, Math.min(from + page.size - 1, count), count)),
    button('next', '›', page.number + 1),
    button('last', '»', last),
  );
}
