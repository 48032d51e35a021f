import { resolve } from 'node:path';
import type { Language } from '#shared/language.ts';
import type { PriceSettings } from '#shared/prices/price-settings.ts';
import type { RateSettings } from '#shared/prices/rates.ts';
import type { Sentence } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';
import { commandLine } from './command-line.ts';
import { type Period, periodOf } from './period.ts';
import { pricesFile } from './prices-file.ts';
import { list, optionOf, type SettingsFile, settingsFile } from './settings-file.ts';
import { unitOf } from './status.ts';

/** One month, as the steps need it. Paths are absolute or relative to the folder the command runs in. */
export interface MonthSettings {
  readonly connector: string | undefined;
  readonly quotaPerUnit: number | undefined;
  readonly currency: string | undefined;
  readonly paymentsCurrency: string | undefined;
  readonly period: Period | undefined;
  readonly logs: readonly string[];
  readonly upstream: readonly string[] | undefined;
  readonly payments: readonly string[] | undefined;
  readonly channels: string | undefined;
  /** File of a mapping, by the CSV file that it reads. */
  readonly mapping: ReadonlyMap<string, string>;
  /** What other currencies are worth in the report's. */
  readonly rates: RateSettings | undefined;
  /** What the operator pays for models. */
  readonly prices: PriceSettings | undefined;
  readonly out: string | undefined;
  readonly rejectedShareMax: number;
  /** Files that break off are read as far as they go. */
  readonly isPartial: boolean;
  /** How many the gateway has, where its operator says so. */
  readonly customers: number | undefined;
  /** Language of all sentences: English by default, in report.html the reader's. */
  readonly language: Language | undefined;
  /** Why there are no payments, where the reader of the export could not have them. */
  readonly missingPayments: Sentence | undefined;
  readonly showColumns: boolean;
  readonly showPrices: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

const REJECTED_SHARE_MAX = 0.01;

/** The top-ups that a reader has written down, and the processors' reports that its user adds. */
function bothPayments(file: SettingsFile, line: SettingsFile): Pick<SettingsFile, 'payments'> {
  const paths = [...(list(file.payments) ?? []), ...(list(line.payments) ?? [])];
  return paths.length === 0 ? {} : { payments: [...new Set(paths.map((path) => resolve(path)))] };
}

/** Both may name a setting only if they agree: nobody should wonder which of two values counted. */
function agreeing(file: SettingsFile, line: SettingsFile, name: string): SettingsFile {
  for (const key of Object.keys(line) as (keyof SettingsFile)[])
    if (file[key] !== undefined && JSON.stringify(file[key]) !== JSON.stringify(line[key]))
      throw new MonthProblem({
        en: `${key} has different values in ${name} and on the command line (${optionOf(key)}). Keep one of them.`,
        zh: `${key} 在 ${name} 和命令行（${optionOf(key)}）中的值不同，请只保留其一。`,
      });
  return { ...file, ...line };
}

/** The settings of both. Payments have two sides, so the files of both are read. */
function united(given: SettingsFile, called: SettingsFile, name: string): SettingsFile {
  if (given.payments === undefined || called.payments === undefined) return agreeing(given, called, name);
  const { payments: _, ...file } = given;
  const { payments: __, ...line } = called;
  return { ...agreeing(file, line, name), ...bothPayments(given, called) };
}

/**
 * The settings of one month, from the command line and a settings file; `undefined` where help was asked for.
 * @throws MonthProblem for the first mistake
 */
export function monthSettings(args: readonly string[]): MonthSettings | undefined {
  const line = commandLine(args);
  if (line === undefined) return undefined;
  const { file, isPartial, showColumns, showPrices, json, quiet } = line;
  const settings = united(file === undefined ? {} : settingsFile(file), line.settings, file ?? '');
  const logs = list(settings.logs);
  if (logs === undefined)
    throw new MonthProblem({
      en: "--logs is missing: the files with the gateway’s log, such as --logs 'export/logs*.json'.",
      zh: "缺少 --logs：网关日志文件，例如 --logs 'export/logs*.json'。",
    });
  return {
    connector: settings.connector,
    quotaPerUnit: unitOf(settings),
    currency: settings.currency,
    paymentsCurrency: settings.paymentsCurrency,
    period: settings.period === undefined ? undefined : periodOf(settings.period),
    logs,
    upstream: list(settings.upstream),
    payments: list(settings.payments),
    channels: settings.channels,
    mapping: new Map(Object.entries(settings.mapping ?? {})),
    rates: settings.rates,
    prices: typeof settings.prices === 'string' ? pricesFile(settings.prices) : settings.prices,
    out: settings.out,
    rejectedShareMax: settings.rejectedShare ?? REJECTED_SHARE_MAX,
    customers: settings.customers,
    language: settings.language,
    missingPayments: settings.payments === undefined ? settings.missing?.payments : undefined,
    ...{ isPartial, showColumns, showPrices, json, quiet },
  };
}
