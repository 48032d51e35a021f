import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { findSimilarName } from '#shared/did-you-mean.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';
import { maskSegment } from '#shared/schemas/plain-name.ts';
import type { Sentence } from '#shared/sentence.ts';

/** Values of a command line's options by name, assuming that the command line has no mistake. */
type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** Other words that people try for an option, and the option's name. */
const SYNONYMS: Readonly<Record<string, string>> = {
  bill: 'upstream',
  bills: 'upstream',
  charges: 'upstream',
  orders: 'payments',
  topups: 'payments',
  unit: 'quota-per-unit',
  gateway: 'connector',
};

function unknownOption(name: string, names: readonly string[]): Sentence {
  const near = findSimilarName(name, names) ?? names.find((option) => option === SYNONYMS[name]);
  return {
    en: `There is no option --${maskSegment(name)}.${near === undefined ? '' : ` Did you mean --${near}?`}`,
    zh: `没有 --${maskSegment(name)} 这个选项。${near === undefined ? '' : `您要的是 --${near} 吗？`}`,
  };
}
const repeatedOption = (name: string): Sentence => ({
  en: `--${name} is given more than once, with different values. Keep only one of them.`,
  zh: `--${name} 给了多次，且值不同，请只保留其一。`,
});
const missingValue = (name: string): Sentence => ({
  en: `--${name} needs a value.`,
  zh: `--${name} 后面需要一个值。`,
});
const unexpectedValue = (name: string): Sentence => ({
  en: `--${name} takes no value.`,
  zh: `--${name} 后面不带值。`,
});
const strayWords = (count: number, hint: Sentence = { en: '', zh: '' }): Sentence => ({
  en: `${count === 1 ? 'One word does' : `${count} words do`} not belong to any option. ${hint.en}`.trimEnd(),
  zh: `有 ${count} 个参数不属于任何选项。${hint.zh}`,
});

/**
 * Parses a command line by options as Node's `parseArgs` takes them. Returns the values, even if the command line has a
 * mistake, and a sentence about the first mistake.
 * @param strayHint hint for words that belong to no option, added to the sentence about them
 */
export function parseArguments<T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: T,
  strayHint?: Sentence,
): { readonly values: Values<T>; readonly mistake: Sentence | undefined } {
  const config = { args: [...args], options, strict: false, tokens: true, allowPositionals: true } as const;
  const { values, tokens } = parseArgs(config);
  const mistakes = tokens.flatMap((token): Sentence[] => {
    if (token.kind !== 'option') return [];
    const { name, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return [unknownOption(name, Object.keys(options))];
    if (option.type === 'boolean') return value === undefined ? [] : [unexpectedValue(name)];
    // In `--from --to 2026-11-01`, the parser takes `--to` for the value of `--from`.
    const isSwallowed = value?.startsWith('--') && token.inlineValue === false;
    if (value === undefined || isSwallowed) return [missingValue(name)];
    return !option.multiple && value !== values[name] ? [repeatedOption(name)] : [];
  });
  const strays = tokens.filter(({ kind }) => kind === 'positional').length;
  return {
    values: values as Values<T>,
    mistake: mistakes[0] ?? (strays > 0 ? strayWords(strays, strayHint) : undefined),
  };
}

/** Environment variables with the locale, in order of precedence. Empty ones count as absent. */
const LOCALE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** Finds the language of a locale such as `zh_CN.UTF-8` or `zh-Hans`; undefined if there are no texts in it. */
const findLanguage = (locale: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => new RegExp(`^${language}(?:[-_.]|$)`, 'i').test(locale ?? ''));

/**
 * Detects the language of the messages: from the option `--language`, else from `fallback`, which may be invalid, else
 * from the environment's locale (`LANG`), else from the system's. Returns English if there are no texts in that
 * language. Mistakes in the arguments are ignored.
 */
export function detectLanguage(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  fallback?: unknown,
): Language {
  const options = { language: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const chosen = LANGUAGES.find((language) => language === (values.language ?? fallback));
  if (chosen !== undefined) return chosen;
  const variable = LOCALE_VARIABLES.find((name) => environment[name]);
  const locale =
    variable === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : environment[variable];
  return findLanguage(locale) ?? DEFAULT_LANGUAGE;
}
