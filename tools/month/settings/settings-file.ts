import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type * as v from 'valibot';
import {
  isSettings,
  type StatedSettings,
  statedSettings,
} from '#shared/pipeline/settings/stated-settings.ts';
import { validate } from '#shared/schemas/read.ts';
import { prefixPlace } from '#shared/sentence.ts';
import { Problem } from '../../problem.ts';
import { parseS3Url, readJsonInput } from '../inputs.ts';

/** A path that holds from anywhere. @param folder that it is relative to, which may be in a bucket */
function resolvePath(path: string, folder = '.'): string {
  if (parseS3Url(path)) return path;
  return parseS3Url(folder) && !isAbsolute(path) ? `${folder}/${path}` : resolve(folder, path);
}

/** Settings whose paths hold from anywhere: those of a file are relative to its folder. */
export function resolvePaths(settings: StatedSettings, folder: string): StatedSettings {
  const at = (path: string) => resolvePath(path, folder);
  // What is no path is stated in the file itself. An empty name is refused where the folder is, and names none until then.
  const pathOr = <T>(stated: T): T | string =>
    typeof stated === 'string' && stated !== '' ? at(stated) : stated;
  const { logs, upstream, payments, channels, status, out, mapping, prices, known } = settings;
  return {
    ...settings,
    ...(logs !== undefined && { logs: [logs].flat().map(at) }),
    ...(upstream !== undefined && {
      upstream: [upstream]
        .flat()
        .map((bill) => (typeof bill === 'string' ? at(bill) : { ...bill, file: at(bill.file) })),
    }),
    ...(payments !== undefined && { payments: [payments].flat().map(at) }),
    ...(channels !== undefined && { channels: at(channels) }),
    ...(prices !== undefined && { prices: pathOr(prices) }),
    ...(known !== undefined && { known: pathOr(known) }),
    ...(status !== undefined && { status: at(status) }),
    ...(out !== undefined && { out: pathOr(out) }),
    ...(mapping && {
      // A bare name means the file beside the settings, else the one of that name among those that are read.
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([file, rules]) => [
          file === basename(file) && !existsSync(at(file)) ? file : at(file),
          at(rules),
        ]),
      ),
    }),
  };
}

/**
 * The settings of a file, with paths that hold from anywhere.
 * @throws Problem for the first mistake
 */
export async function readSettingsFile(file: string): Promise<StatedSettings> {
  const result = statedSettings(await readJsonInput('settings', file));
  if ('output' in result) return resolvePaths(result.output, dirname(file));
  throw new Problem(...result.mistakes.map((mistake) => prefixPlace(file, mistake)));
}

const WHOLE_SETTINGS = {
  en: 'is a settings file. Give it with --settings.',
  zh: '是设置文件。请用 --settings 给出。',
};

const A_LIST = {
  en: 'is a list, perhaps of rows. This option takes one object, as docs/month.md shows it.',
  zh: '是列表，可能是记录。此选项需要一个对象，写法见 docs/month.zh-CN.md。',
};

/**
 * What settings state, or what the file states that they name for it.
 * @throws Problem that names the place of each mistake
 */
export async function readIfFile<TSchema extends v.GenericSchema>(
  option: string,
  stated: v.InferOutput<TSchema> | string | undefined,
  schema: TSchema,
): Promise<v.InferOutput<TSchema> | undefined> {
  if (typeof stated !== 'string') return stated;
  const content = await readJsonInput(option, stated);
  const result = validate(schema, content);
  if ('output' in result) return result.output;
  const whole = Array.isArray(content) ? A_LIST : isSettings(content) ? WHOLE_SETTINGS : undefined;
  if (whole) throw new Problem(prefixPlace(`--${option}`, prefixPlace(stated, whole)));
  throw new Problem(
    ...result.problems.map(({ path, sentence }) => prefixPlace(stated, prefixPlace(path || '{}', sentence))),
  );
}
