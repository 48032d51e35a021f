import { parseDay, tryParseInstant } from '#shared/civil-time.ts';
import { DAY_MS, formatDay } from '#shared/instant.ts';
import { type SettingsFile, settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { validate } from '#shared/schemas/read.ts';
import { appendFullStop, makeSentence, type Sentence } from '#shared/sentence.ts';
import { parseArguments } from '../../arguments.ts';
import { Problem } from '../../problem.ts';

/** Parses a number for the schema, which refuses NaN. Returns undefined if the option was not given. */
const parseNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);

/** Creates the Problem for a table to which `--mapping` assigns two mapping files. */
export const createDuplicateMappingProblem = (file: string): Problem =>
  new Problem({
    en: `--mapping has two mappings for ${file}. Keep only one of them.`,
    zh: `--mapping 为 ${file} 指定了两份列映射，请只保留其一。`,
  });

/** Parses the values of `--mapping`, such as `bill.csv=bill.mapping.json`, to the mapping file of each table. */
function parseMappingOption(pairs: readonly string[]): Record<string, string> {
  const mappings = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    if (at < 1 || at === pair.length - 1)
      throw new Problem({
        en: '--mapping needs a file and its mapping, for example --mapping bill.csv=bill.mapping.json',
        zh: '--mapping 必须写明文件及其列映射：--mapping bill.csv=bill.mapping.json',
      });
    const file = pair.slice(0, at);
    if (mappings.has(file)) throw createDuplicateMappingProblem(file);
    mappings.set(file, pair.slice(at + 1));
  }
  return Object.fromEntries(mappings);
}

const FORMS: Sentence = {
  en: '--period must be a month in UTC, such as 2026-10, or two times with an offset, the second of them excluded, such as 2026-10-01T00:00:00Z/2026-11-01T00:00:00Z.',
  zh: '--period 可以是 UTC 的月份，如 2026-10；也可以是带时区偏移的两个时间，不含后一个，如 2026-10-01T00:00:00+08:00/2026-11-01T00:00:00+08:00。',
};

/** Suggests the period from the start of one day to the end of another. Empty if either is not a day. */
function suggestPeriod(start: string, end: string): Sentence[] {
  if ([start, end].some((day) => parseDay(day) === undefined)) return [];
  const dayAfter = formatDay(Date.parse(end) + DAY_MS);
  const period = `${start}T00:00:00Z/${dayAfter}T00:00:00Z`;
  return [
    {
      en: `For ${start} to the end of ${end} in UTC, write --period ${period}`,
      zh: `从 ${start} 到 ${end} 结束（UTC）写作 --period ${period}`,
    },
  ];
}

/**
 * Parses the value of `--period`: a month in UTC such as `2026-10`, or start and exclusive end with a slash between
 * them, of which one may be left out. The Problem names these forms and, for days, suggests the period that the user
 * probably means.
 */
function parsePeriodOption(text: string): NonNullable<SettingsFile['period']> {
  if (!text.includes('/')) {
    if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
    throw new Problem(FORMS, ...suggestPeriod(text, text));
  }
  const [start = '', end = '', ...others] = text.split('/');
  const areTimes = [start, end].every((time) => time === '' || tryParseInstant(time) !== undefined);
  if (!areTimes || others.length > 0 || text === '/') throw new Problem(FORMS, ...suggestPeriod(start, end));
  return { ...(start && { start }), ...(end && { end }) };
}

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
    'quota-per-unit': parseNumber(unit),
    'rejected-share': parseNumber(share),
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

/**
 * Parses the command line of the month command. Returns undefined if help was requested. Throws a Problem for mistakes.
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
