import type { Language } from '#shared/language.ts';
import { pickLanguage } from './words/words.ts';

/** Color themes. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** A color theme. */
export type Theme = (typeof THEMES)[number];

/** Preferences of the user for all views. */
export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
}

const KEY = 'console-look';

/**
 * Loads language and theme from the last visit. Without saved values, uses the language of the browser and the theme of
 * the system.
 */
export function loadPreferences(): Preferences {
  const defaults: Preferences = { language: pickLanguage(navigator.languages), theme: 'system' };
  try {
    const { language, theme } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      language: language === undefined ? defaults.language : pickLanguage([language]),
      theme: THEMES.find((name) => name === theme) ?? defaults.theme,
    };
  } catch {
    return defaults;
  }
}

/** Saves language and theme for the next visit, if the browser allows it. */
export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // The browser forbids storage: the choice lasts until the page is closed.
  }
}
