import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type * as v from 'valibot';
import { isSettings, parseSettings, type SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { validate } from '#shared/schemas/read.ts';
import { withPrefix } from '#shared/sentence.ts';
import { Problem } from '../../problem.ts';
import { parseS3Url, readJsonInput } from '../inputs.ts';

/** Makes a path absolute. The folder to which it is relative may be an `s3://…` URL. */
function resolvePath(path: string, folder = '.'): string {
  if (parseS3Url(path)) return path;
  return parseS3Url(folder) && !isAbsolute(path) ? `${folder}/${path}` : resolve(folder, path);
}

/** Returns the settings with absolute paths. Paths are relative to `folder`, which may be an `s3://…` URL. */
export function resolvePaths(settings: SettingsFile, folder: string): SettingsFile {
  const at = (path: string) => resolvePath(path, folder);
  // Prices and acknowledgements may be objects instead of paths. An empty path stays empty; a later check refuses it.
  const pathOr = <T>(setting: T): T | string =>
    typeof setting === 'string' && setting !== '' ? at(setting) : setting;
  const { logs, upstream, payments, channels, status, out, mapping, prices, known } = settings;
  return {
    ...settings,
    ...(logs !== undefined && { logs: [logs].flat().map(at) }),
    ...(upstream !== undefined && {
      upstream: [upstream]
        .flat()
        .map((bill) =>
          typeof bill === 'string' ? at(bill) : 'file' in bill ? { ...bill, file: at(bill.file) } : bill,
        ),
    }),
    ...(payments !== undefined && { payments: [payments].flat().map(at) }),
    ...(channels !== undefined && { channels: at(channels) }),
    ...(prices !== undefined && { prices: pathOr(prices) }),
    ...(known !== undefined && { known: pathOr(known) }),
    ...(status !== undefined && { status: at(status) }),
    ...(out !== undefined && { out: pathOr(out) }),
    ...(mapping && {
      // Resolve a name without a folder only if the file is next to the settings; otherwise it names an input file.
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([file, rules]) => [
          file === basename(file) && !existsSync(at(file)) ? file : at(file),
          at(rules),
        ]),
      ),
    }),
  };
}

/** Called with the value of `language` in a settings file, before any setting is checked. */
export type OnLanguage = (language: unknown) => void;

/**
 * Reads and checks a settings file, and makes its paths absolute. Throws a Problem with a sentence for each mistake.
 */
export async function readSettingsFile(file: string, onLanguage?: OnLanguage): Promise<SettingsFile> {
  const content = await readJsonInput('settings', file);
  onLanguage?.((content as { language?: unknown } | null)?.language);
  const result = parseSettings(content);
  if ('output' in result) return resolvePaths(result.output, dirname(file));
  throw new Problem(...result.mistakes.map((mistake) => withPrefix(file, mistake)));
}

const WHOLE_SETTINGS = {
  en: 'is a settings file. Pass it with --settings.',
  zh: '是设置文件。请用 --settings 指定。',
};

const A_LIST = {
  en: 'is a list, perhaps of rows. This option needs one JSON object (see docs/month.md).',
  zh: '是数组，可能误用了记录文件。此选项需要一个对象，写法见 docs/month.zh-CN.md。',
};

/**
 * Returns a setting that is an object. If the setting is a path, reads the object from the file and checks it. Returns
 * undefined if the setting is not set.
 * @param option name of the option, for error messages
 * @throws Problem if the file cannot be read or does not fit the schema
 */
export async function readIfFile<TSchema extends v.GenericSchema>(
  option: string,
  setting: v.InferOutput<TSchema> | string | undefined,
  schema: TSchema,
): Promise<v.InferOutput<TSchema> | undefined> {
  if (typeof setting !== 'string') return setting;
  const content = await readJsonInput(option, setting);
  const result = validate(schema, content);
  if ('output' in result) return result.output;
  const wrongFile = Array.isArray(content) ? A_LIST : isSettings(content) ? WHOLE_SETTINGS : undefined;
  if (wrongFile) throw new Problem(withPrefix(`--${option}`, withPrefix(setting, wrongFile)));
  throw new Problem(
    ...result.problems.map(({ path, sentence }) => withPrefix(setting, withPrefix(path || '{}', sentence))),
  );
}
