import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import { parseHash } from '#shared/report/view/view-state.ts';
import type { PageState } from '../page-state.ts';
import type { PageWords } from '../words/words.ts';
import { problemBox } from './problem-box.ts';

interface Picked {
  readonly currentTarget: HTMLInputElement;
}

/** Button that opens the browser's dialog to choose files or a folder, and the hidden file input for it. */
export const filePicker = (
  label: string,
  kind: string,
  state: Pick<PageState, 'add'>,
  isFolder = false,
): VNode[] => {
  const id = isFolder ? 'folder' : 'picker';
  return [
    button(
      {
        class: kind,
        id: `choose-${id}`,
        key: `choose-${id}`,
        onClick: () => document.getElementById(id)?.click(),
      },
      label,
    ),
    h('input', {
      type: 'file',
      multiple: true,
      hidden: true,
      id,
      key: id,
      ...(isFolder && { webkitdirectory: true }),
      onChange: ({ currentTarget }: Picked) => {
        state.add([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      },
    }),
  ];
};

/** First view: purpose of the page, area for files, and the promise that they stay on this computer. */
export function startView(state: PageState, words: PageWords): VNode {
  const { start } = words;
  return h('div.start', [
    h('h1', { id: 'headline', tabindex: -1 }, start.heading),
    parseHash(location.hash).view === 'report' && h('p.needed', { role: 'status' }, start.gone),
    h('p.lead', start.lead),
    h('div.drop', [
      h('p.big', start.drop),
      h('div.choices', [
        filePicker(start.choose, 'primary', state),
        filePicker(start.folder, '', state, true),
        button(
          { id: 'example', title: start.exampleHint, onClick: () => state.showExample() },
          start.example,
        ),
      ]),
      h('p.hint', start.formats),
    ]),
    state.problem && problemBox(state.problem, words.problem.heading, words),
    h('p.promise', start.promise),
  ]);
}
