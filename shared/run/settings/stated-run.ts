import type { PriceSettings } from '../../prices/price-settings.ts';
import type { RunSettings } from '../settings.ts';
import { periodOf } from './period.ts';
import type { StatedSettings } from './stated-settings.ts';

/** What is stated of a run beside its files, with what holds where nothing is stated. */
export interface StatedRun
  extends Pick<
    StatedSettings,
    'connector' | 'quotaPerUnit' | 'currency' | 'paymentsCurrency' | 'customers' | 'names'
  > {
  readonly period?: NonNullable<RunSettings['period']>;
  readonly rates?: NonNullable<RunSettings['rates']>;
  /** What the operator pays for models. */
  readonly prices?: PriceSettings;
  readonly rejectedShareMax: number;
  /** Files that break off are read as far as they go. */
  readonly isPartial: boolean;
}

const REJECTED_SHARE_MAX = 0.01;

/**
 * What settings state of a run, whoever read them.
 * @param prices those of a file, where the settings name one
 * @throws Rejection where the period ends before it starts
 */
export function statedRun(settings: StatedSettings, isPartial: boolean, prices?: PriceSettings): StatedRun {
  const { connector, quotaPerUnit, currency, paymentsCurrency, customers, period, rates, names } = settings;
  const priced = prices ?? (typeof settings.prices === 'string' ? undefined : settings.prices);
  return {
    ...(connector !== undefined && { connector }),
    ...(quotaPerUnit !== undefined && { quotaPerUnit }),
    ...(currency !== undefined && { currency }),
    ...(paymentsCurrency !== undefined && { paymentsCurrency }),
    ...(customers !== undefined && { customers }),
    ...(period !== undefined && { period: periodOf(period) }),
    ...(names && { names }),
    ...(rates && { rates }),
    ...(priced && { prices: priced }),
    rejectedShareMax: settings.rejectedShare ?? REJECTED_SHARE_MAX,
    isPartial,
  };
}
