import { DAY_MS, formatDay, parseDay, tryParseInstant } from '#shared/instant.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import type { Sentence } from '#shared/sentence.ts';
import { Problem } from '../../problem.ts';

/**
 * Parses the value of an option that takes a number. Returns undefined if the option was not given.
 * @param example valid value, for the error message
 * @throws Problem if the value is not a number
 */
export function parseNumberOption(
  text: string | undefined,
  option: string,
  example: string,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new Problem({
    en: `--${option} must be a number, such as --${option} ${example}.`,
    zh: `--${option} 必须是数字，例如 --${option} ${example}。`,
  });
}

/** Creates the Problem for a table to which `--mapping` assigns two mapping files. */
export const createDuplicateMappingProblem = (file: string): Problem =>
  new Problem({
    en: `--mapping has two mappings for ${file}. Keep only one of them.`,
    zh: `--mapping 为 ${file} 指定了两份列映射，请只保留其一。`,
  });

/**
 * Parses the values of `--mapping`, such as `bill.csv=bill.mapping.json`. Returns the mapping file of each table.
 * Throws a Problem for another form, or for two mappings of a table.
 */
export function parseMappingOption(pairs: readonly string[]): Record<string, string> {
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
 * them, of which one may be left out.
 * @throws Problem that names the valid forms and, for days, suggests the period that the user probably means
 */
export function parsePeriodOption(text: string): NonNullable<SettingsFile['period']> {
  if (!text.includes('/')) {
    if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
    throw new Problem(FORMS, ...suggestPeriod(text, text));
  }
  const [start = '', end = '', ...others] = text.split('/');
  const areTimes = [start, end].every((time) => time === '' || tryParseInstant(time) !== undefined);
  if (!areTimes || others.length > 0 || text === '/') throw new Problem(FORMS, ...suggestPeriod(start, end));
  return { ...(start && { start }), ...(end && { end }) };
}
