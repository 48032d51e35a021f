import { parseInstant } from '../../instant.ts';
import type { PriceSettings } from '../../prices/price-settings.ts';
import { Rejection } from '../../rejections.ts';
import type { ReconciliationInput } from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import { startOfMonth } from '../../zoned-time.ts';
import { type BalanceCost, balanceCosts } from './balances.ts';
import type { SettingsFile } from './settings-file.ts';

const COPIED_SETTINGS = [
  'connector',
  'quotaPerUnit',
  'currency',
  'paymentsCurrency',
  'customers',
  'names',
  'rates',
  'timeZone',
] as const;
type CopiedSettings = Pick<SettingsFile, (typeof COPIED_SETTINGS)[number]>;
type RunPeriod = NonNullable<ReconciliationInput['period']>;

/** What is stated of a run beside its files, with what holds where nothing is stated. */
export interface ConfiguredRun extends CopiedSettings {
  readonly period?: RunPeriod;
  /** What the operator pays for models; requests without an upstream row of their own are estimated by it. */
  readonly prices?: PriceSettings;
  /** What channels cost of which only the balance is known. */
  readonly balances?: readonly BalanceCost[];
  /** Share of rows that may be unreadable, of each file and of each ledger. */
  readonly rejectedShareMax: number;
  /** Files that break off are read as far as they go. */
  readonly isPartial: boolean;
  /** A sentence for each list of which the reader could not read all rows. */
  readonly missingRows?: readonly Sentence[];
}

const BACKWARDS: Sentence = {
  en: 'The period must end after it starts: its second time is the first that is no longer in it.',
  zh: '账期的结束必须晚于开始：后一个时间本身不计入账期。',
};

/**
 * The times of a period. `2026-10` is the whole month in the report's zone.
 * @throws Rejection where it ends before it starts
 */
function parsePeriod(period: NonNullable<SettingsFile['period']>, timeZone = 'UTC'): RunPeriod {
  if (typeof period !== 'string') {
    const { start, end } = period;
    if (start !== undefined && end !== undefined && parseInstant(start) >= parseInstant(end))
      throw new Rejection('invalid_request', BACKWARDS);
    return period;
  }
  const [year = 0, month = 1] = period.split('-').map(Number);
  return {
    start: new Date(startOfMonth(year, month, timeZone)).toISOString(),
    end: new Date(startOfMonth(year, month + 1, timeZone)).toISOString(),
  };
}

const REJECTED_SHARE_MAX = 0.01;

/**
 * What settings state of a run, whoever read them.
 * @param prices those of a file, where the settings name one
 * @throws Rejection where the period ends before it starts
 */
export function configureRun(
  settings: SettingsFile,
  isPartial: boolean,
  prices?: PriceSettings,
): ConfiguredRun {
  const { period, rejectedShare = REJECTED_SHARE_MAX, missing } = settings;
  const priced = prices ?? (typeof settings.prices === 'string' ? undefined : settings.prices);
  const times = period === undefined ? undefined : parsePeriod(period, settings.timeZone);
  const balances = balanceCosts(settings.upstream, times);
  const applyFileSettings = COPIED_SETTINGS.filter((name) => settings[name] !== undefined);
  return {
    ...(Object.fromEntries(applyFileSettings.map((name) => [name, settings[name]])) as CopiedSettings),
    ...(times && { period: times }),
    ...(balances.length > 0 && { balances }),
    ...(priced && { prices: priced }),
    ...(missing?.rows && { missingRows: missing.rows }),
    rejectedShareMax: rejectedShare,
    isPartial,
  };
}
