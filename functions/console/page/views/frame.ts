import type { Language } from '#shared/language.ts';
import { h } from '../element.ts';
import { languages, type Words } from '../words/words.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Reader {
  language: Language;
  theme: Theme;
}

/** The frame of every view: the name, the promise, and the reader's own settings. */
export function frame(reader: Reader, words: Words, content: HTMLElement, redraw: () => void): HTMLElement[] {
  const language = h(
    'select',
    {
      ...{ id: 'language', 'aria-label': words.chooseLanguage },
      onchange: () => {
        reader.language = language.value as Language;
        redraw();
      },
    },
    Object.entries(languages).map(([id, { language: name }]) =>
      h('option', { value: id, selected: id === reader.language, lang: id }, name),
    ),
  );
  const theme = h(
    'select',
    {
      ...{ id: 'theme', 'aria-label': words.theme.label },
      onchange: () => {
        reader.theme = theme.value as Theme;
        redraw();
      },
    },
    (['system', 'light', 'dark'] as const).map((name) =>
      h('option', { value: name, selected: name === reader.theme }, words.theme[name]),
    ),
  );
  return [
    h(
      'header',
      { class: 'top' },
      h('span', { class: 'brand' }, h('span', { class: 'mark', 'aria-hidden': 'true' }), words.brand),
      h('span', { class: 'private' }, words.private),
      h('span', { class: 'choices' }, language, theme),
    ),
    content,
  ];
}
