import { parseInstant } from '../../civil-time.ts';
import { omitUndefined } from '../../normalizer/fields/omit-undefined.ts';
import type { PriceSettings } from '../../prices/price-settings.ts';
import { Rejection } from '../../rejections.ts';
import type { ReconciliationInput } from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import { startOfMonth } from '../../zoned-period.ts';
import { type BalanceCost, computeBalanceCosts } from './balances.ts';
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

/** Settings of a run other than its files, with defaults. */
export interface ConfiguredRun extends CopiedSettings {
  readonly period?: RunPeriod;
  /** Purchase prices of models, by which the cost of requests without a row in a bill is estimated. */
  readonly prices?: PriceSettings;
  readonly balances?: readonly BalanceCost[];
  /** Largest share of unreadable rows, of each file and each ledger. */
  readonly rejectedShareMax: number;
  /** Whether files that are cut off are read as far as they go. */
  readonly isPartial: boolean;
  /** Sentences about lists of which `npm run read` could not read all rows. */
  readonly missingRows?: readonly Sentence[];
}

/** Converts a period to times. `2026-10` is the whole month in the time zone. Refuses an end before the start. */
function parsePeriod(period: NonNullable<SettingsFile['period']>, timeZone = 'UTC'): RunPeriod {
  if (typeof period !== 'string') {
    const { start, end } = period;
    if (start !== undefined && end !== undefined && parseInstant(start) >= parseInstant(end))
      throw new Rejection('invalid_request', {
        en: 'The end of the period must be later than its start. The end itself is not included.',
        zh: '账期的结束时间（不含）必须晚于开始时间。',
      });
    return period;
  }
  const [year = 0, month = 1] = period.split('-').map(Number);
  return {
    start: new Date(startOfMonth(year, month, timeZone)).toISOString(),
    end: new Date(startOfMonth(year, month + 1, timeZone)).toISOString(),
  };
}

const REJECTED_SHARE_DEFAULT = 0.01;

/**
 * Builds the settings of a run, other than its files, from the content of a settings file and of the price file, if it
 * names one. Throws a Rejection if the period does not end after its start, or a balance is impossible.
 */
export function configureRun(
  settings: SettingsFile,
  isPartial: boolean,
  prices?: PriceSettings,
): ConfiguredRun {
  const { period, rejectedShare = REJECTED_SHARE_DEFAULT, missing } = settings;
  const allPrices = prices ?? (typeof settings.prices === 'string' ? undefined : settings.prices);
  const times = period === undefined ? undefined : parsePeriod(period, settings.timeZone);
  const balances = computeBalanceCosts(settings.upstream, times);
  const copied = COPIED_SETTINGS.filter((name) => settings[name] !== undefined);
  return {
    ...(Object.fromEntries(copied.map((name) => [name, settings[name]])) as CopiedSettings),
    ...omitUndefined({ period: times, prices: allPrices, missingRows: missing?.rows }),
    ...(balances.length > 0 && { balances }),
    rejectedShareMax: rejectedShare,
    isPartial,
  };
}
