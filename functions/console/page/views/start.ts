import { h } from '../element.ts';
import type { Words } from '../words/words.ts';

export interface StartActions {
  readonly add: (files: readonly File[]) => void;
  readonly example: () => void;
}

/** A hidden file input behind a button: the button is what keyboards and screen readers meet. */
export function filePicker(label: string, kind: string, add: StartActions['add']): HTMLElement[] {
  const input = h('input', {
    ...{ type: 'file', multiple: true, hidden: true, id: 'picker' },
    onchange: () => {
      add([...(input.files ?? [])]);
      input.value = '';
    },
  });
  return [
    h('button', { type: 'button', class: kind, id: 'choose', onclick: () => input.click() }, label),
    input,
  ];
}

/** The first screen: what this is, where to drop files, and that they stay here. */
export function startView(words: Words, actions: StartActions): HTMLElement {
  const { start } = words;
  return h(
    'div',
    { class: 'start' },
    h('h1', { id: 'headline', tabindex: -1 }, start.heading),
    h('p', { class: 'lead' }, start.lead),
    h(
      'div',
      { class: 'drop' },
      h('p', { class: 'big' }, start.drop),
      h(
        'div',
        { class: 'choices' },
        filePicker(start.choose, 'primary', actions.add),
        h(
          'button',
          { type: 'button', id: 'example', title: start.exampleHint, onclick: actions.example },
          start.example,
        ),
      ),
      h('p', { class: 'hint' }, start.formats),
    ),
    h('p', { class: 'promise' }, start.promise),
  );
}
