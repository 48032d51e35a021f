import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { connectorIds } from '#shared/connectors/registry.ts';
import { instantOf } from '#shared/instant.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';

/** A mistake of the person who runs the command, in a sentence that says what to do. Exit code 2. */
export class MonthProblem extends Error {}

export const USAGE = `npm run month -- --connector new-api --quota-per-unit 500000 --logs 'export/logs*.json.gz' \\
  --upstream bill.csv --payments payouts.csv --period 2026-10 --out report/

  --connector         ${connectorIds.join(', ')}
  --quota-per-unit    data.quota_per_unit of the gateway's /api/status
  --logs              the gateway's log: files, folders or patterns; may be given several times
  --upstream          bills of providers, or the log of the upstream gateway
  --payments          top-ups, orders, payout reports
  --channels          the gateway's channel list
  --mapping           how the columns of a CSV file are read: FILE.csv=MAPPING.json
  --currency          currency of the report (USD)
  --period            2026-10, or 2026-10-01T00:00:00Z/2026-11-01T00:00:00Z
  --out               folder for the report's files
  --settings          a JSON file of settings, as docs/month.md describes it
  --rejected-share    stop if more than this share of rows cannot be read (0.01)
  --language          en or zh: language of messages, titles and remedies
  --show-columns      print the columns of each file and what its mapping makes of the first rows, then stop
  --json              print the summary as JSON
  --quiet             print only mistakes

Files are JSON (any reply of the gateway), JSON Lines or CSV, gzipped or not, of any size; their content tells which.
Nothing leaves this machine. Exit code: 0 without critical findings, 1 with some, 2 for a mistake.`;

const files = v.union([v.pipe(v.string(), v.minLength(1)), v.array(v.pipe(v.string(), v.minLength(1)))]);
const instant = v.pipe(
  v.string(),
  v.check((text) => instantOf(text) !== undefined, 'must be a date-time with an offset'),
);

/** The settings file: every option by its name. */
const settingsSchema = v.strictObject({
  connector: v.exactOptional(v.picklist(connectorIds, `must be one of ${connectorIds.join(', ')}`)),
  quotaPerUnit: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.finite())),
  currency: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'must be a currency such as USD'))),
  period: v.exactOptional(
    v.union([
      v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')),
      v.strictObject({ start: v.exactOptional(instant), end: v.exactOptional(instant) }),
    ]),
  ),
  logs: v.exactOptional(files),
  upstream: v.exactOptional(files),
  payments: v.exactOptional(files),
  channels: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
  mapping: v.exactOptional(v.record(v.string(), v.string())),
  out: v.exactOptional(v.string()),
  rejectedShare: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  language: v.exactOptional(v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)),
});
type SettingsFile = v.InferOutput<typeof settingsSchema>;

interface Period {
  readonly start?: string;
  readonly end?: string;
}

/** One month, as the steps need it. Paths are absolute or relative to the folder the command runs in. */
export interface MonthSettings {
  readonly connector: string | undefined;
  readonly quotaPerUnit: number | undefined;
  readonly currency: string | undefined;
  readonly period: Period | undefined;
  readonly logs: readonly string[];
  readonly upstream: readonly string[] | undefined;
  readonly payments: readonly string[] | undefined;
  readonly channels: string | undefined;
  /** File of a mapping, by the CSV file that it reads. */
  readonly mapping: ReadonlyMap<string, string>;
  readonly out: string | undefined;
  readonly rejectedShareMax: number;
  /** Of everything that is told in sentences: English by default, in report.html the reader's. */
  readonly language: Language | undefined;
  readonly showColumns: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

const REJECTED_SHARE_MAX = 0.01;

/** `2026-10` is the whole month in UTC. */
function periodOf(period: NonNullable<SettingsFile['period']>): Period {
  if (typeof period !== 'string') return period;
  const [year = 0, month = 1] = period.split('-').map(Number);
  return {
    start: new Date(Date.UTC(year, month - 1, 1)).toISOString(),
    end: new Date(Date.UTC(year, month, 1)).toISOString(),
  };
}

function readSettingsFile(file: string): SettingsFile {
  if (!existsSync(file)) throw new MonthProblem(`--settings: there is no file ${file}.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new MonthProblem(`--settings: ${file} is not JSON.`);
  }
  const { success, issues, output } = v.safeParse(settingsSchema, content);
  if (success) return output;
  const [issue] = issues;
  const path = v.getDotPath(issue) ?? '';
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw new MonthProblem(
    isUnknown
      ? `${file}: there is no setting ${path}. The settings are ${Object.keys(settingsSchema.entries).join(', ')}.`
      : `${file}: ${path} ${issue.message}.`,
  );
}

const numberOf = (text: string, option: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new MonthProblem(`--${option} must be a number.`);
  return number;
};

function periodOption(text: string): NonNullable<SettingsFile['period']> {
  if (!text.includes('/')) return text;
  const [start = '', end = '', ...more] = text.split('/');
  if (more.length > 0) throw new MonthProblem('--period must be a month, or two date-times separated by /.');
  return { ...(start && { start }), ...(end && { end }) };
}

function mappingOption(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1 || at === pair.length - 1)
        throw new MonthProblem(
          '--mapping must name a file and its mapping: --mapping bill.csv=bill.mapping.json',
        );
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const help = { type: 'boolean', short: 'h' } as const;
const OPTIONS = {
  ...{ help, 'show-columns': flag, json: flag, quiet: flag },
  ...{ connector: text, 'quota-per-unit': text, currency: text, period: text, channels: text, out: text },
  ...{ settings: text, 'rejected-share': text, language: text },
  ...{ logs: texts, upstream: texts, payments: texts, mapping: texts },
} as const;

type Values = ReturnType<typeof parsed>['values'];
function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new MonthProblem((error as Error).message);
  }
}

/** What the command line says, as a settings file would. */
function commandLine(values: Values): unknown {
  const { connector, currency, period, channels, out, language, logs, upstream, payments, mapping } = values;
  const [quotaPerUnit, rejectedShare] = [values['quota-per-unit'], values['rejected-share']];
  const given = {
    ...{ connector, currency, channels, out, language, logs, upstream, payments },
    period: period === undefined ? undefined : periodOption(period),
    mapping: mapping === undefined ? undefined : mappingOption(mapping),
    quotaPerUnit: quotaPerUnit === undefined ? undefined : numberOf(quotaPerUnit, 'quota-per-unit'),
    rejectedShare: rejectedShare === undefined ? undefined : numberOf(rejectedShare, 'rejected-share'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function checked(given: unknown): SettingsFile {
  const { success, issues, output } = v.safeParse(settingsSchema, given);
  if (success) return output;
  const [issue] = issues;
  const name = (v.getDotPath(issue) ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new MonthProblem(`--${name} ${issue.message}.`);
}

/** Both may name a setting only if they agree: nobody should wonder which of two values counted. */
function united(file: SettingsFile, line: SettingsFile, name: string): SettingsFile {
  for (const key of Object.keys(line) as (keyof SettingsFile)[])
    if (file[key] !== undefined && JSON.stringify(file[key]) !== JSON.stringify(line[key]))
      throw new MonthProblem(`${key} has different values in ${name} and on the command line.`);
  return { ...file, ...line };
}

const list = (value: string | string[] | undefined): string[] | undefined =>
  typeof value === 'string' ? [value] : value;

/** Paths of a settings file are relative to it, so that it may be run from anywhere. */
function anchored(settings: SettingsFile, folder: string): SettingsFile {
  const at = (path: string) => resolve(folder, path);
  const all = (paths: SettingsFile['logs']) => list(paths)?.map(at);
  const { logs, upstream, payments, channels, out, mapping } = settings;
  return {
    ...settings,
    ...(logs !== undefined && { logs: all(logs) ?? [] }),
    ...(upstream !== undefined && { upstream: all(upstream) ?? [] }),
    ...(payments !== undefined && { payments: all(payments) ?? [] }),
    ...(channels !== undefined && { channels: at(channels) }),
    ...(out !== undefined && { out: at(out) }),
    ...(mapping && {
      mapping: Object.fromEntries(Object.entries(mapping).map(([file, rules]) => [at(file), at(rules)])),
    }),
  };
}

/**
 * The settings of one month, from the command line and a settings file; `undefined` where help was asked for.
 * @throws MonthProblem for the first mistake
 */
export function monthSettings(args: readonly string[]): MonthSettings | undefined {
  const { values, positionals } = parsed(args);
  if (values.help) return undefined;
  if (positionals.length > 0)
    throw new MonthProblem(
      `${positionals.length} words belong to no option. Put patterns in quotes, or the shell expands them: --logs 'export/*.json'`,
    );
  const file = values.settings;
  const fromFile = file === undefined ? {} : anchored(readSettingsFile(file), dirname(file));
  const settings = united(fromFile, checked(commandLine(values)), file ?? '');
  const logs = list(settings.logs);
  if (logs === undefined) throw new MonthProblem('--logs is missing: the files with the gateway’s log.');
  return {
    connector: settings.connector,
    quotaPerUnit: settings.quotaPerUnit,
    currency: settings.currency,
    period: settings.period === undefined ? undefined : periodOf(settings.period),
    logs,
    upstream: list(settings.upstream),
    payments: list(settings.payments),
    channels: settings.channels,
    mapping: new Map(Object.entries(settings.mapping ?? {})),
    out: settings.out,
    rejectedShareMax: settings.rejectedShare ?? REJECTED_SHARE_MAX,
    language: settings.language,
    showColumns: values['show-columns'] ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
