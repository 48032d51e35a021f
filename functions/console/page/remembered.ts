import { type Look, THEMES } from './views/frame.ts';
import { languageOf } from './words/words.ts';

const KEY = 'console-look';

/** The reader's choice of language and colours, from the last time; a browser that keeps nothing is asked again. */
export function rememberedLook(): Look {
  const unsaid: Look = { language: languageOf(navigator.languages), theme: 'system' };
  try {
    const { language, theme } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>;
    return {
      language: language === undefined ? unsaid.language : languageOf([language]),
      theme: THEMES.find((one) => one === theme) ?? unsaid.theme,
    };
  } catch {
    return unsaid;
  }
}

export function rememberLook(look: Look): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // A browser may forbid it: then the choice lasts as long as the page.
  }
}
