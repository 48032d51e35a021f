import type { VNode } from 'preact';
import type { Language } from '#shared/language.ts';
import { h } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { languages, type Words } from '../words/words.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What the reader has chosen for all views. */
export interface Look {
  readonly language: Language;
  readonly theme: Theme;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function choice(
  id: string,
  label: string,
  value: string,
  options: readonly Option[],
  choose: (value: string) => void,
): VNode {
  return h(
    'select',
    { id, 'aria-label': label, value, onChange: ({ currentTarget }: Typed) => choose(currentTarget.value) },
    options.map((option) =>
      h('option', { value: option.value, selected: option.value === value }, option.label),
    ),
  );
}

/** The frame of every view: the name, the promise, and the reader's own settings. */
export function frame(
  look: Look,
  words: Words,
  content: VNode,
  change: (look: Partial<Look>) => void,
): VNode[] {
  const spoken = Object.entries(languages).map(([value, { language: label }]) => ({ value, label }));
  const themes = THEMES.map((value) => ({ value, label: words.theme[value] }));
  return [
    h('header.top', { key: 'top' }, [
      h('span.brand', h('span.mark', { 'aria-hidden': 'true' }), words.brand),
      h('span.private', words.private),
      h('span.choices', [
        choice('language', words.chooseLanguage, look.language, spoken, (language) =>
          change({ language: language as Language }),
        ),
        choice('theme', words.theme.label, look.theme, themes, (theme) => change({ theme: theme as Theme })),
      ]),
    ]),
    content,
  ];
}
