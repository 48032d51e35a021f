import type { Language } from '#shared/language.ts';
import { type StatedSettings, settingsSchema } from '#shared/run/settings/stated-settings.ts';
import { check } from '#shared/schemas/read.ts';
import { asSentence, inEach } from '#shared/sentence.ts';
import { argumentsOf } from '../../arguments.ts';
import { languageOf } from '../../language.ts';
import { MonthProblem } from '../month-problem.ts';
import { periodOption } from './period.ts';
import { optionOf } from './settings-file.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  partial: flag,
  'show-columns': flag,
  'show-prices': flag,
  json: flag,
  quiet: flag,
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
  settings: text,
  'rejected-share': text,
  language: text,
  memory: text,
  logs: texts,
  upstream: texts,
  payments: texts,
  mapping: texts,
} as const;

const PATTERNS_IN_QUOTES = {
  en: "Put patterns in quotes, or the shell expands them: --logs 'export/*.json'",
  zh: "请给通配符加引号，否则会被 shell 展开：--logs 'export/*.json'",
};

function numberOf(given: string | undefined, option: string, example: string): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && Number.isFinite(number)) return number;
  throw new MonthProblem({
    en: `--${option} must be a number, such as --${option} ${example}.`,
    zh: `--${option} 必须是数字，例如 --${option} ${example}。`,
  });
}

/** Below, not even the program itself has room. */
const MEMORY_MB_MIN = 500;

function memoryOf(given: string | undefined): number | undefined {
  const memoryMb = numberOf(given, 'memory', '3000');
  if (memoryMb === undefined || memoryMb >= MEMORY_MB_MIN) return memoryMb;
  throw new MonthProblem({
    en: `--memory is in megabytes, and at least ${MEMORY_MB_MIN}.`,
    zh: `--memory 以 MB 为单位，至少为 ${MEMORY_MB_MIN}。`,
  });
}

function mappingOption(pairs: readonly string[]): Record<string, string> {
  const mappings = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    if (at < 1 || at === pair.length - 1)
      throw new MonthProblem({
        en: '--mapping must name a file and its mapping: --mapping bill.csv=bill.mapping.json',
        zh: '--mapping 必须写明文件及其映射：--mapping bill.csv=bill.mapping.json',
      });
    const file = pair.slice(0, at);
    if (mappings.has(file))
      throw new MonthProblem({
        en: `--mapping names two mappings of ${file}; keep one of them.`,
        zh: `--mapping 为 ${file} 指定了两份映射，请只保留其一。`,
      });
    mappings.set(file, pair.slice(at + 1));
  }
  return Object.fromEntries(mappings);
}

/** The values by the kind that their option has. */
function valuesOf(values: ReturnType<typeof argumentsOf>['values']) {
  return {
    text: (name: keyof typeof OPTIONS) => values[name] as string | undefined,
    texts: (name: keyof typeof OPTIONS) => values[name] as readonly string[] | undefined,
    flag: (name: keyof typeof OPTIONS) => values[name] === true,
  };
}

/** The settings among the options, in the words of a settings file. */
function given({ text, texts }: ReturnType<typeof valuesOf>): unknown {
  const [period, mapping] = [text('period'), texts('mapping')];
  const named = {
    connector: text('connector'),
    currency: text('currency'),
    channels: text('channels'),
    paymentsCurrency: text('payments-currency'),
    out: text('out'),
    language: text('language'),
    prices: text('prices'),
    known: text('known'),
    status: text('status'),
    logs: texts('logs'),
    upstream: texts('upstream'),
    payments: texts('payments'),
    period: period === undefined ? undefined : periodOption(period),
    mapping: mapping === undefined ? undefined : mappingOption(mapping),
    quotaPerUnit: numberOf(text('quota-per-unit'), 'quota-per-unit', '500000'),
    rejectedShare: numberOf(text('rejected-share'), 'rejected-share', '0.01'),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function checked(settings: unknown): StatedSettings {
  const result = check(settingsSchema, settings);
  if ('output' in result) return result.output;
  throw new MonthProblem(
    ...result.problems.map(({ path, sentence }) =>
      asSentence(inEach((language) => `${optionOf(path)} ${sentence[language]}`)),
    ),
  );
}

/** What the command line asks for. */
export interface CommandLine {
  readonly settings: StatedSettings;
  /** The settings file that it names. */
  readonly file: string | undefined;
  /** Files that break off are read as far as they go. */
  readonly isPartial: boolean;
  readonly showColumns: boolean;
  readonly showPrices: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Megabytes that the run may take. */
  readonly memoryMb: number | undefined;
}

/** The language that a command line is answered in. */
export const monthLanguage = (args: readonly string[], environment: NodeJS.ProcessEnv): Language =>
  languageOf(environment, argumentsOf(args, OPTIONS).values.language);

/**
 * Reads the command line; `undefined` where help was asked for.
 * @throws MonthProblem for the first mistake
 */
export function commandLine(args: readonly string[]): CommandLine | undefined {
  const { values, mistake } = argumentsOf(args, OPTIONS, PATTERNS_IN_QUOTES);
  const of = valuesOf(values);
  if (of.flag('help')) return undefined;
  if (mistake !== undefined) throw new MonthProblem(mistake);
  return {
    settings: checked(given(of)),
    file: of.text('settings'),
    isPartial: of.flag('partial'),
    showColumns: of.flag('show-columns'),
    showPrices: of.flag('show-prices'),
    json: of.flag('json'),
    quiet: of.flag('quiet'),
    memoryMb: memoryOf(of.text('memory')),
  };
}
