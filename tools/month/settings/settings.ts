import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { readStatusUnit } from '#shared/pipeline/settings/status.ts';
import { pricesSchema } from '#shared/prices/price-settings.ts';
import { acknowledgementsSchema } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { type Sentence, withPrefix } from '#shared/sentence.ts';
import { Problem } from '../../problem.ts';
import { readJsonInput } from '../inputs.ts';
import { parseCommandLine, toOption } from './command-line.ts';
import { createDuplicateMappingProblem } from './option-values.ts';
import { type OnLanguage, readIfFile, readSettingsFile, resolvePaths } from './settings-file.ts';

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
    /** Path of each mapping, by the name of its file. */
    mapping: new Map(Object.entries(mapping)),
    out,
    /** Language of all sentences. Without it they are English, in report.html in the language of the browser. */
    language,
    /** Reason why the reader could not export payments, if there are none. */
    missingPayments: payments === undefined ? missing?.payments : undefined,
  };
}
