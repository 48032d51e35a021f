import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import { type ChangeListener, PageState } from '../page-state.ts';
import { wordViewForPage } from '../page-wording.ts';
import type { PageWords } from '../words/words.ts';
import type { RunProgress } from '../worker/protocol.ts';
import { filesView } from './files.ts';
import { startView } from './start.ts';

/** View during a run, with its progress and a button that cancels it. */
const workingView = (
  { step, rows, bytes, total }: RunProgress,
  { working }: PageWords,
  cancel: () => void,
): VNode =>
  h('main.desk.working', { id: 'content' }, [
    h('h1', { id: 'headline', tabindex: -1 }, working.heading),
    h('progress', {
      'aria-label': working.heading,
      ...(step === 'read' && { max: total, value: bytes }),
    }),
    h('p', { role: 'status' }, working[step]),
    rows > 0 && h('p.hint', working.rows(rows)),
    button({ id: 'cancel', onClick: cancel }, working.cancel),
  ]);

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
