import type { VNode } from 'preact';
import { button, h } from '#shared/report/view/element.ts';
import type { Desk } from '../desk.ts';
import type { Words } from '../words/words.ts';

interface Picked {
  readonly currentTarget: HTMLInputElement;
}

/** A hidden file input behind a button: the button is what keyboards and screen readers meet. */
export const filePicker = (
  label: string,
  kind: string,
  desk: Pick<Desk, 'add'>,
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
        desk.add([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      },
    }),
  ];
};

/** The first screen: what this is, where to drop files, and that they stay here. */
export function startView(desk: Desk, words: Words): VNode {
  const { start } = words;
  return h('div.start', [
    h('h1', { id: 'headline', tabindex: -1 }, start.heading),
    h('p.lead', start.lead),
    h('div.drop', [
      h('p.big', start.drop),
      h('div.choices', [
        filePicker(start.choose, 'primary', desk),
        filePicker(start.folder, '', desk, true),
        button({ id: 'example', title: start.exampleHint, onClick: () => desk.example() }, start.example),
      ]),
      h('p.hint', start.formats),
    ]),
    h('p.promise', start.promise),
  ]);
}
