import * as v from 'valibot';
import { dayStart } from '../instant.ts';
import { currencyCode } from '../money/currency.ts';
import { type Decimal, decimal, isPositive } from '../money.ts';
import { daySchema } from '../schemas/day.ts';
import { amountSchema } from '../schemas/fields.ts';
import { worded } from '../sentence.ts';

const RATES = worded({
  en: 'must be an object of currencies and what one unit of each is worth in the report’s, such as {"CNY": "0.1389"}, or by first day {"CNY": {"2026-10-01": "0.1402"}}',
  zh: '必须写明各币种一个单位折合多少报告币种，如 {"CNY": "0.1389"}，或按起始日期 {"CNY": {"2026-10-01": "0.1402"}}',
});
/** What is left out for its currency is named as its rows write it: by a sign that several share, too. */
const CODE_OR_SIGN = /^(?:[A-Z]{3}|\p{Sc})$/u;
const ABOVE_0 = worded({ en: 'must be above 0', zh: '必须大于 0' });

const rateSchema = v.pipe(
  amountSchema,
  // A text that is no decimal still counts as typed here.
  v.check((rate) => !v.is(amountSchema, rate) || isPositive(decimal(rate)), ABOVE_0),
);
const byDaySchema = v.pipe(v.record(daySchema, rateSchema, RATES), v.minEntries(1, RATES));
const isByDay = (rate: unknown): boolean => typeof rate === 'object' && rate !== null;

const TWICE = worded({
  en: 'must name each currency once: RMB is CNY',
  zh: '每种币种只能写一次：RMB 就是 CNY',
});
/** What a unit of another currency is worth in the report's: the operator's word, for all times or by first day in UTC. */
export const ratesSchema = v.pipe(
  v.record(
    v.pipe(
      v.string(RATES),
      v.check((name) => CODE_OR_SIGN.test(currencyCode(name)), RATES),
    ),
    v.lazy((rate): v.GenericSchema<unknown, RateSetting> => (isByDay(rate) ? byDaySchema : rateSchema)),
    RATES,
  ),
  v.check((rates) => new Set(Object.keys(rates).map(currencyCode)).size === Object.keys(rates).length, TWICE),
);
type RateSetting = string | number | Record<string, string | number>;
export type RateSettings = v.InferOutput<typeof ratesSchema>;

/** A rate, and the first day that it holds on; none where it always does. */
export interface Rate {
  readonly from?: string;
  readonly rate: Decimal;
}

interface DatedRate extends Rate {
  readonly fromMs: number;
}

function datedRates(setting: RateSetting): DatedRate[] {
  if (typeof setting !== 'object') return [{ fromMs: Number.NEGATIVE_INFINITY, rate: decimal(setting) }];
  return Object.entries(setting)
    .map(([from, rate]) => ({ from, fromMs: dayStart(from) as number, rate: decimal(rate) }))
    .sort((a, b) => b.fromMs - a.fromMs);
}

/** Tells the rate of a currency at a time. */
export class Rates {
  readonly #byCurrency: ReadonlyMap<string, readonly DatedRate[]>;

  constructor(settings: RateSettings) {
    this.#byCurrency = new Map(
      Object.entries(settings).map(([currency, setting]) => [currencyCode(currency), datedRates(setting)]),
    );
  }

  /** @returns none for a currency without rates, and before the first day of those that have one */
  at(currency: string, timeMs: number): Rate | undefined {
    return this.#byCurrency.get(currency)?.find(({ fromMs }) => fromMs <= timeMs);
  }
}
