import type { VNode } from 'preact';
import type { Language } from '#shared/language.ts';
import { h, selectBox } from '#shared/report/view/element.ts';
import { type Preferences, THEMES, type Theme } from '../saved-preferences.ts';
import { languages, type PageWords } from '../words/words.ts';

/**
 * Frame around every view: name of the page, privacy note, and the controls for language and theme, which call
 * `change`.
 */
export function frame(
  preferences: Preferences,
  words: PageWords,
  content: VNode,
  change: (changed: Partial<Preferences>) => void,
): VNode[] {
  const languageOptions = Object.entries(languages).map(
    ([value, { language }]) => [value, language] as const,
  );
  const themes = THEMES.map((value) => [value, words.theme[value]] as const);
  return [
    h('header.top', { key: 'top' }, [
      h('span.brand', h('span.mark', { 'aria-hidden': 'true' }), words.brand),
      h('span.private', words.private),
      h('span.choices', [
        selectBox(
          { id: 'language', 'aria-label': words.chooseLanguage },
          preferences.language,
          languageOptions,
          (language) => change({ language: language as Language }),
        ),
        selectBox({ id: 'theme', 'aria-label': words.theme.label }, preferences.theme, themes, (theme) =>
          change({ theme: theme as Theme }),
        ),
      ]),
    ]),
    content,
  ];
}
