import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { connectorIds } from '#shared/connectors/registry.ts';
import { MonthProblem } from './month-problem.ts';
import { type SettingsFile, settingsSchema } from './settings-file.ts';

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

/** The settings among the options, in the words of a settings file. */
function given(values: Values): unknown {
  const { connector, currency, period, channels, out, language, logs, upstream, payments, mapping } = values;
  const [quotaPerUnit, rejectedShare] = [values['quota-per-unit'], values['rejected-share']];
  const named = {
    ...{ connector, currency, channels, out, language, logs, upstream, payments },
    period: period === undefined ? undefined : periodOption(period),
    mapping: mapping === undefined ? undefined : mappingOption(mapping),
    quotaPerUnit: quotaPerUnit === undefined ? undefined : numberOf(quotaPerUnit, 'quota-per-unit'),
    rejectedShare: rejectedShare === undefined ? undefined : numberOf(rejectedShare, 'rejected-share'),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function checked(settings: unknown): SettingsFile {
  const { success, issues, output } = v.safeParse(settingsSchema, settings);
  if (success) return output;
  const [issue] = issues;
  const name = (v.getDotPath(issue) ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new MonthProblem(`--${name} ${issue.message}.`);
}

/** What the command line asks for. */
export interface CommandLine {
  readonly settings: SettingsFile;
  /** The settings file that it names. */
  readonly file: string | undefined;
  readonly showColumns: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Reads the command line; `undefined` where help was asked for.
 * @throws MonthProblem for the first mistake
 */
export function commandLine(args: readonly string[]): CommandLine | undefined {
  const { values, positionals } = parsed(args);
  if (values.help) return undefined;
  if (positionals.length > 0)
    throw new MonthProblem(
      `${positionals.length} words belong to no option. Put patterns in quotes, or the shell expands them: --logs 'export/*.json'`,
    );
  return {
    settings: checked(given(values)),
    file: values.settings,
    showColumns: values['show-columns'] ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
