import type { VNode } from 'preact';
import { h } from '#shared/report/view/element.ts';
import { type ChangeListener, PageState } from '../page-state.ts';
import { wordViewForPage } from '../page-wording.ts';
import type { PageWords } from '../words/words.ts';
import { filesView } from './files.ts';
import { startView } from './start.ts';
import { workingView } from './working.ts';

/** View of the page until there is a report: the start, the list of files, or a run. */
function inputView(state: PageState, words: PageWords): VNode {
  if (state.progress) return workingView(state.progress, words, () => state.cancel());
  const inner = state.entries.length === 0 ? startView(state, words) : filesView(state, words);
  return h('main.desk', { id: 'content' }, inner);
}

/** Parts of the page that read files. A saved report does not contain them. */
export const fileReading = {
  createState: (changed: ChangeListener) => new PageState(changed),
  view: inputView,
  wordView: wordViewForPage,
};
/** Parts of the page that read files. */
export type FileReading = typeof fileReading;
