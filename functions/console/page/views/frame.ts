import type { VNode } from 'preact';
import type { Language } from '#shared/language.ts';
import { h } from '#shared/report/view/element.ts';
import { languages, type Words } from '../words/words.ts';
import { choice } from './choice.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What the reader has chosen for all views. */
export interface Look {
  readonly language: Language;
  readonly theme: Theme;
}

/** The frame of every view: the name, the promise, and the reader's own settings. */
export function frame(
  look: Look,
  words: Words,
  content: VNode,
  change: (look: Partial<Look>) => void,
): VNode[] {
  const spoken = Object.entries(languages).map(([value, { language }]) => [value, language] as const);
  const themes = THEMES.map((value) => [value, words.theme[value]] as const);
  return [
    h('header.top', { key: 'top' }, [
      h('span.brand', h('span.mark', { 'aria-hidden': 'true' }), words.brand),
      h('span.private', words.private),
      h('span.choices', [
        choice({ id: 'language', 'aria-label': words.chooseLanguage }, look.language, spoken, (language) =>
          change({ language: language as Language }),
        ),
        choice({ id: 'theme', 'aria-label': words.theme.label }, look.theme, themes, (theme) =>
          change({ theme: theme as Theme }),
        ),
      ]),
    ]),
    content,
  ];
}
