import type { Language } from '#shared/language.ts';
import { type SettingsFile, settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { validate } from '#shared/schemas/read.ts';
import { appendFullStop, makeSentence } from '#shared/sentence.ts';
import { parseArguments } from '../../arguments.ts';
import { detectLanguage } from '../../language.ts';
import { Problem } from '../../problem.ts';
import { parseMappingOption, parseNumberOption, parsePeriodOption } from './option-values.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
/** Options. Those with the name of a setting set it; the others control the command. */
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  partial: flag,
  'show-columns': flag,
  'show-prices': flag,
  json: flag,
  quiet: flag,
  settings: text,
  connector: text,
  'quota-per-unit': text,
  currency: text,
  period: text,
  channels: text,
  out: text,
  prices: text,
  known: text,
  status: text,
  'payments-currency': text,
  'rejected-share': text,
  language: text,
  logs: texts,
  upstream: texts,
  payments: texts,
  mapping: texts,
} as const;
type Values = ReturnType<typeof parseArguments<typeof OPTIONS>>['values'];

const PATTERNS_IN_QUOTES = {
  en: "Put patterns in quotes, otherwise the shell expands them: --logs 'export/*.json'",
  zh: "请给通配符加引号，否则会被 shell 展开：--logs 'export/*.json'",
};

/** Converts the name of a setting to its option: `quotaPerUnit` to `--quota-per-unit`, `logs[0]` to `--logs`. */
export const toOption = (path: string): string =>
  `--${path.replace(/[.[].*/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const toSettingName = (option: string): string =>
  option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts options to settings, named as in a settings file. Leaves out options that are not settings. */
function readOptionSettings(values: Values): SettingsFile {
  const { period, mapping, 'quota-per-unit': unit, 'rejected-share': share } = values;
  const parsed = {
    ...values,
    period: period === undefined ? undefined : parsePeriodOption(period),
    mapping: mapping && parseMappingOption(mapping),
    'quota-per-unit': parseNumberOption(unit, 'quota-per-unit', '500000'),
    'rejected-share': parseNumberOption(share, 'rejected-share', '0.01'),
  };
  const settings = Object.entries(parsed)
    .map(([option, value]) => [toSettingName(option), value] as const)
    .filter(([setting, value]) => Object.hasOwn(settingsSchema.entries, setting) && value !== undefined);
  const result = validate(settingsSchema, Object.fromEntries(settings));
  if ('output' in result) return result.output;
  throw new Problem(
    ...result.problems.map(({ path, sentence }) =>
      appendFullStop(makeSentence((language) => `${toOption(path)} ${sentence[language]}`)),
    ),
  );
}

/** Detects the language of the messages from `--language`, else the settings file, else the environment. */
export const detectMonthLanguage = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  languageOfFile?: unknown,
): Language => detectLanguage(environment, parseArguments(args, OPTIONS).values.language ?? languageOfFile);

/**
 * Parses the command line of the month command: its settings, and options that are not settings. Returns undefined if
 * help was requested. Throws a Problem for mistakes.
 */
export function parseCommandLine(args: readonly string[]) {
  const { values, mistake } = parseArguments(args, OPTIONS, PATTERNS_IN_QUOTES);
  if (values.help === true) return undefined;
  if (mistake !== undefined) throw new Problem(mistake);
  return {
    settings: readOptionSettings(values),
    /** Path of the settings file. */
    file: values.settings,
    /** Whether truncated files are read as far as they go. */
    isPartial: values.partial === true,
    /** Options that control the command, and are not settings. */
    call: {
      showColumns: values['show-columns'] === true,
      showPrices: values['show-prices'] === true,
      json: values.json === true,
      quiet: values.quiet === true,
    },
  };
}
