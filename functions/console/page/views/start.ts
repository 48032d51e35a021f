import type { VNode } from 'preact';
import { button, h } from '#shared/report-view/element.ts';
import type { Words } from '../words/words.ts';

export interface StartActions {
  readonly add: (files: readonly File[]) => void;
  readonly example: () => void;
}

interface Picked {
  readonly currentTarget: HTMLInputElement;
}

/** A hidden file input behind a button: the button is what keyboards and screen readers meet. */
export const filePicker = (
  label: string,
  kind: string,
  add: StartActions['add'],
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
        add([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      },
    }),
  ];
};

/** The first screen: what this is, where to drop files, and that they stay here. */
export function startView(words: Words, actions: StartActions): VNode {
  const { start } = words;
  return h('div.start', [
    h('h1', { id: 'headline', tabindex: -1 }, start.heading),
    h('p.lead', start.lead),
    h('div.drop', [
      h('p.big', start.drop),
      h('div.choices', [
        filePicker(start.choose, 'primary', actions.add),
        filePicker(start.folder, '', actions.add, true),
        button({ id: 'example', title: start.exampleHint, onClick: actions.example }, start.example),
      ]),
      h('p.hint', start.formats),
    ]),
    h('p.promise', start.promise),
  ]);
}
