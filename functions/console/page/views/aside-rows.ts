import type { AsideRows } from '../answered.ts';
import { h } from '../element.ts';
import type { Words } from '../words/words.ts';

/** Rows that could not be read: in which file, which row, and why. */
export const asideRows = ({ first }: AsideRows, words: Words): HTMLElement =>
  h(
    'ul',
    {},
    first.map(({ file, row, reason }) => h('li', {}, words.files.rowOf(file, row, reason[words.id]))),
  );
