import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type * as v from 'valibot';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import { isSettings, parseSettings, type SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { readStatusUnit } from '#shared/pipeline/settings/status.ts';
import { pricesSchema } from '#shared/prices/price-settings.ts';
import { acknowledgementsSchema } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { validate } from '#shared/schemas/read.ts';
import { type Sentence, withPrefix } from '#shared/sentence.ts';
import { Problem } from '../../problem.ts';
import { parseS3Url, readJsonInput } from '../inputs.ts';
import { createDuplicateMappingProblem, parseCommandLine, toOption } from './command-line.ts';

/** Makes a path absolute. The folder to which it is relative may be an `s3://…` URL. */
function resolvePath(path: string, folder = '.'): string {
  if (parseS3Url(path)) return path;
  return parseS3Url(folder) && !isAbsolute(path) ? `${folder}/${path}` : resolve(folder, path);
}

const PATHS = ['logs', 'upstream', 'payments', 'channels', 'prices', 'known', 'status', 'out'] as const;

/**
 * Makes the paths in a setting absolute: a path, the file of a bill, or each entry of a list. Other objects, such as
 * prices, and an empty path stay as they are; a later check refuses the empty path.
 */
function resolveSetting(setting: unknown, at: (path: string) => string): unknown {
  if (Array.isArray(setting)) return setting.map((entry) => resolveSetting(entry, at));
  if (typeof setting === 'string') return setting === '' ? '' : at(setting);
  const { file } = setting as { readonly file?: unknown };
  return typeof file === 'string' ? { ...(setting as object), file: at(file) } : setting;
}

/** Returns the settings with absolute paths. Paths are relative to `folder`, which may be an `s3://…` URL. */
function resolvePaths(settings: SettingsFile, folder: string): SettingsFile {
  const at = (path: string) => resolvePath(path, folder);
  const paths = PATHS.filter((name) => settings[name] !== undefined);
  // Resolve the name of a mapped file without a folder only if it is next to the settings; else it names an input file.
  const mapping = Object.entries(settings.mapping ?? {}).map(([file, rules]) => [
    file === basename(file) && !existsSync(at(file)) ? file : at(file),
    at(rules),
  ]);
  return {
    ...settings,
    ...Object.fromEntries(paths.map((name) => [name, resolveSetting(settings[name], at)])),
    ...(settings.mapping && { mapping: Object.fromEntries(mapping) }),
  };
}

type OnLanguage = (language: unknown) => void;

/** Reads and checks a settings file, and makes its paths absolute. The Problem has a sentence for each mistake. */
async function readSettingsFile(file: string, onLanguage?: OnLanguage): Promise<SettingsFile> {
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

/** Returns a setting that is an object. If it is a path, reads the object from the file and checks it. */
async function readIfFile<TSchema extends v.GenericSchema>(
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

/** Merges settings of file and command line: payments and mappings are combined, all others must be equal. */
function mergeSettings(file: SettingsFile, line: SettingsFile, name: string): SettingsFile {
  const lineSettings = resolvePaths(line, '.');
  for (const key of Object.keys(line) as (keyof SettingsFile)[])
    if (
      key !== 'payments' &&
      key !== 'mapping' &&
      file[key] !== undefined &&
      JSON.stringify(file[key]) !== JSON.stringify(lineSettings[key])
    )
      throw new Problem({
        en: `${key} has different values in ${name} and on the command line (${toOption(key)}). Keep only one of them.`,
        zh: `${key} 在 ${name} 和命令行（${toOption(key)}）中的值不同，请只保留其一。`,
      });
  const { payments = [], mapping = {} } = file;
  for (const name of Object.keys(line.mapping ?? {}))
    if (Object.hasOwn(mapping, name) && mapping[name] !== lineSettings.mapping?.[name])
      throw createDuplicateMappingProblem(name);
  return {
    ...file,
    ...line,
    ...(file.payments &&
      line.payments && { payments: [...new Set([payments, lineSettings.payments ?? []].flat())] }),
    ...(file.mapping && line.mapping && { mapping: { ...mapping, ...line.mapping } }),
  };
}

const NO_UNIT: Sentence = {
  en: 'is not the status reply of a gateway: data.quota_per_unit is missing. Save the reply of /api/status.',
  zh: '不是网关的状态返回：没有 data.quota_per_unit。请保存 /api/status 的返回。',
};

/** Quota per unit, from the settings or from the gateway's status reply. The two must agree. */
async function findQuotaPerUnit({ quotaPerUnit, status }: SettingsFile): Promise<number | undefined> {
  if (status === undefined) return quotaPerUnit;
  const unit = readStatusUnit(await readJsonInput('status', status));
  if (unit === undefined) throw new Problem(withPrefix('--status', withPrefix(status, NO_UNIT)));
  if (quotaPerUnit !== undefined && quotaPerUnit !== unit)
    throw new Problem({
      en: `--quota-per-unit is ${quotaPerUnit}, but ${status} has ${unit}. Keep only one of them.`,
      zh: `--quota-per-unit 是 ${quotaPerUnit}，而 ${status} 中是 ${unit}。请只保留其一。`,
    });
  return unit;
}

/** Settings of one month. Paths are absolute or relative to the current folder. */
export type MonthSettings = NonNullable<Awaited<ReturnType<typeof readMonthSettings>>>;

/**
 * Reads the settings of the month command from its options and its settings file. Returns undefined if help was
 * requested. Throws a Problem for mistakes of the user.
 * @param onLanguage called with the language in the settings file before any setting is checked
 */
export async function readMonthSettings(args: readonly string[], onLanguage?: OnLanguage) {
  const line = parseCommandLine(args);
  if (line === undefined) return undefined;
  const { file, isPartial, call } = line;
  const settings = mergeSettings(
    file === undefined ? {} : await readSettingsFile(file, onLanguage),
    line.settings,
    file ?? '',
  );
  const { logs, upstream, payments, channels, mapping = {}, out, language, missing } = settings;
  if (logs === undefined && !(call.showColumns && (upstream ?? payments) !== undefined))
    throw new Problem({
      en: "--logs is missing. Add the files of the gateway’s log, for example --logs 'export/logs*.json'.",
      zh: "缺少 --logs。请写明网关日志文件，例如 --logs 'export/logs*.json'。",
    });
  const known = await readIfFile('known', settings.known, acknowledgementsSchema);
  const unit = await findQuotaPerUnit(settings);
  const prices = await readIfFile('prices', settings.prices, pricesSchema);
  return {
    ...call,
    /** Settings of the run other than its files. */
    configured: configureRun(
      { ...settings, ...(unit !== undefined && { quotaPerUnit: unit }) },
      isPartial,
      prices,
    ),
    /** Causes that the operator has acknowledged. */
    known: known?.known ?? [],
    logs: [logs ?? []].flat(),
    upstream: upstream === undefined ? undefined : listBillFiles(upstream),
    payments: payments === undefined ? undefined : [payments].flat(),
    /** Files of the gateway's channel list: one or none. */
    channels: [channels ?? []].flat(),
    mapping: new Map(Object.entries(mapping)),
    out,
    /** Language of all sentences. Without it they are English, in report.html in the language of the browser. */
    language,
    /** Reason why the reader could not export payments, if there are none. */
    missingPayments: payments === undefined ? missing?.payments : undefined,
  };
}
