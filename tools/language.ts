import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';

/** Environment variables with the locale, in order of precedence. Empty ones count as absent. */
const LOCALE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** Finds the language of a locale such as `zh_CN.UTF-8` or `zh-Hans`; undefined if there are no texts in it. */
const findLanguage = (locale: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => new RegExp(`^${language}(?:[-_.]|$)`, 'i').test(locale ?? ''));

/**
 * Detects the language of the messages: from the option, else from the environment's locale (`LANG`), else from the
 * system's locale. Returns English if there are no texts in that language.
 * @param environment environment variables by name
 * @param option value of `--language`, which may be invalid or missing
 */
export function detectLanguage(
  environment: Readonly<Record<string, string | undefined>>,
  option: unknown,
): Language {
  const chosen = LANGUAGES.find((language) => language === option);
  if (chosen !== undefined) return chosen;
  const variable = LOCALE_VARIABLES.find((name) => environment[name]);
  const locale =
    variable === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : environment[variable];
  return findLanguage(locale) ?? DEFAULT_LANGUAGE;
}
