import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';

/** The variables that name a locale, the strongest first; empty ones count as absent. */
const LOCALE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language of the first part of a locale's name (`zh_CN.UTF-8`, `zh-Hans`), where the product speaks it. */
const findLanguage = (locale: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => new RegExp(`^${language}(?:[-_.]|$)`, 'i').test(locale ?? ''));

/**
 * The language that the person at this terminal reads: the environment's, without one the system's, else English.
 * @param asked for by an option, which stands before them
 */
export function detectLanguage(
  environment: Readonly<Record<string, string | undefined>>,
  asked: unknown,
): Language {
  const option = LANGUAGES.find((language) => language === asked);
  if (option !== undefined) return option;
  const variable = LOCALE_VARIABLES.find((name) => environment[name]);
  const locale =
    variable === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : environment[variable];
  return findLanguage(locale) ?? DEFAULT_LANGUAGE;
}
