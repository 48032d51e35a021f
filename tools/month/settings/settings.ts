import { type KnownRule, knownSchema } from '#shared/known/known-rules.ts';
import type { Language } from '#shared/language.ts';
import { pricesSchema } from '#shared/prices/price-settings.ts';
import { type StatedRun, statedRun } from '#shared/run/settings/stated-run.ts';
import { billOf, type StatedSettings } from '#shared/run/settings/stated-settings.ts';
import type { Sentence } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';
import { commandLine } from './command-line.ts';
import { jsonFile } from './json-file.ts';
import { anchoredAt, list, optionOf, settingsFile } from './settings-file.ts';
import { unitOf } from './status.ts';

/** One month, as the command needs it. Paths are absolute or relative to the folder the command runs in. */
export interface MonthSettings {
  /** What is stated of the run beside its files. */
  readonly stated: StatedRun;
  /** What the operator knows already. */
  readonly known: readonly KnownRule[];
  readonly logs: readonly string[];
  readonly upstream: readonly ReturnType<typeof billOf>[] | undefined;
  readonly payments: readonly string[] | undefined;
  /** The gateway's channel list, if there is one. */
  readonly channels: readonly string[];
  /** File of a mapping, by the CSV file that it reads. */
  readonly mapping: ReadonlyMap<string, string>;
  readonly out: string | undefined;
  /** Language of all sentences: English by default, in report.html the reader's. */
  readonly language: Language | undefined;
  /** Why there are no payments, where the reader of the export could not have them. */
  readonly missingPayments: Sentence | undefined;
  readonly showColumns: boolean;
  readonly showPrices: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Megabytes that the run may take; columns beyond lie on disk. Half of the machine's where nothing is said. */
  readonly memoryMb: number | undefined;
}

/** The top-ups that a reader has written down, and the processors' reports that its user adds. */
function bothPayments(file: StatedSettings, line: StatedSettings): Pick<StatedSettings, 'payments'> {
  const paths = [...(list(file.payments) ?? []), ...(list(line.payments) ?? [])];
  return paths.length === 0 ? {} : { payments: [...new Set(paths.map((path) => anchoredAt(path)))] };
}

/** Both may name a setting only if they agree: nobody should wonder which of two values counted. */
function agreeing(file: StatedSettings, line: StatedSettings, name: string): StatedSettings {
  for (const key of Object.keys(line) as (keyof StatedSettings)[])
    if (file[key] !== undefined && JSON.stringify(file[key]) !== JSON.stringify(line[key]))
      throw new MonthProblem({
        en: `${key} has different values in ${name} and on the command line (${optionOf(key)}). Keep one of them.`,
        zh: `${key} 在 ${name} 和命令行（${optionOf(key)}）中的值不同，请只保留其一。`,
      });
  return { ...file, ...line };
}

/** The settings of both. Payments have two sides, so the files of both are read. */
function united(given: StatedSettings, called: StatedSettings, name: string): StatedSettings {
  if (given.payments === undefined || called.payments === undefined) return agreeing(given, called, name);
  const { payments: _, ...file } = given;
  const { payments: __, ...line } = called;
  return { ...agreeing(file, line, name), ...bothPayments(given, called) };
}

/**
 * The settings of one month, from the command line and a settings file; `undefined` where help was asked for.
 * @throws MonthProblem for the first mistake
 */
export async function monthSettings(args: readonly string[]): Promise<MonthSettings | undefined> {
  const line = commandLine(args);
  if (line === undefined) return undefined;
  const { file, isPartial, showColumns, showPrices, json, quiet, memoryMb } = line;
  const settings = united(file === undefined ? {} : await settingsFile(file), line.settings, file ?? '');
  const logs = list(settings.logs);
  if (logs === undefined)
    throw new MonthProblem({
      en: "--logs is missing: the files with the gateway’s log, such as --logs 'export/logs*.json'.",
      zh: "缺少 --logs：网关日志文件，例如 --logs 'export/logs*.json'。",
    });
  const { prices, known, missing, ...stated } = settings;
  const rules = typeof known === 'string' ? await jsonFile('known', known, knownSchema) : known;
  const unit = await unitOf(settings);
  return {
    stated: statedRun(
      { ...stated, ...(unit !== undefined && { quotaPerUnit: unit }) },
      isPartial,
      typeof prices === 'string' ? await jsonFile('prices', prices, pricesSchema) : prices,
    ),
    known: rules?.known ?? [],
    logs,
    upstream: settings.upstream === undefined ? undefined : [settings.upstream].flat().map(billOf),
    payments: list(settings.payments),
    channels: list(settings.channels) ?? [],
    mapping: new Map(Object.entries(settings.mapping ?? {})),
    out: settings.out,
    language: settings.language,
    missingPayments: settings.payments === undefined ? missing?.payments : undefined,
    showColumns,
    showPrices,
    json,
    quiet,
    memoryMb,
  };
}
