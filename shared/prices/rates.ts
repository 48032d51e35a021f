import * as v from 'valibot';
import { parseDay } from '../civil-time.ts';
import { toCurrencyCode } from '../money/currency.ts';
import { type Decimal, isPositive, toDecimal } from '../money/money.ts';
import { buildChoiceSchema } from '../schemas/closed.ts';
import { amountSchema, daySchema } from '../schemas/fields.ts';
import { toSchemaMessage } from '../sentence.ts';

const RATES = toSchemaMessage({
  en: 'must list the value of 1 unit of each currency in the currency of the report, such as {"CNY": "0.1389"}, or by first day: {"CNY": {"2026-10-01": "0.1402"}}',
  zh: '必须写明各币种 1 单位折合多少报告币种，如 {"CNY": "0.1389"}，或按起始日期 {"CNY": {"2026-10-01": "0.1402"}}',
});
/** Also accepts ambiguous signs such as `¥`, because rows that are left out for their currency are listed by the sign. */
const CODE_OR_SIGN = /^(?:[A-Z]{3}|\p{Sc})$/u;
const ABOVE_0 = toSchemaMessage({ en: 'must be above 0', zh: '必须大于 0' });

const rateSchema = v.pipe(
  amountSchema,
  // Skip texts that are not amounts: valibot runs this check even after `amountSchema` has rejected them.
  v.check((rate) => !v.is(amountSchema, rate) || isPositive(toDecimal(rate)), ABOVE_0),
);
const byDaySchema = v.pipe(v.record(daySchema, rateSchema, RATES), v.minEntries(1, RATES));

const TWICE = toSchemaMessage({
  en: 'must list each currency only once (RMB is the same as CNY)',
  zh: '每种币种只能写一次：RMB 就是 CNY',
});
/** Schema of the operator's rates: value of one unit of a currency in the report's currency, constant or by first UTC day. */
export const ratesSchema = v.pipe(
  v.record(
    v.pipe(
      v.string(RATES),
      v.check((name) => CODE_OR_SIGN.test(toCurrencyCode(name)), RATES),
    ),
    buildChoiceSchema<v.GenericSchema<unknown, RateSetting>>([rateSchema, byDaySchema], (rate) =>
      typeof rate === 'object' && rate !== null ? byDaySchema : rateSchema,
    ),
    RATES,
  ),
  v.check(
    (rates) => new Set(Object.keys(rates).map(toCurrencyCode)).size === Object.keys(rates).length,
    TWICE,
  ),
);
type RateSetting = string | number | Record<string, string | number>;
/** The operator's rates by currency. */
export type RateSettings = v.InferOutput<typeof ratesSchema>;

/** A rate and its first day in UTC; without `from`, it is valid at all times. */
export interface Rate {
  readonly from?: string;
  readonly rate: Decimal;
}

interface DatedRate extends Rate {
  readonly fromMs: number;
}

function datedRates(setting: RateSetting): DatedRate[] {
  if (typeof setting !== 'object') return [{ fromMs: Number.NEGATIVE_INFINITY, rate: toDecimal(setting) }];
  return Object.entries(setting)
    .map(([from, rate]) => ({ from, fromMs: parseDay(from) as number, rate: toDecimal(rate) }))
    .sort((a, b) => b.fromMs - a.fromMs);
}

/** Rates at which other currencies are converted to the report's currency, by currency and time. */
export class Rates {
  readonly #byCurrency: ReadonlyMap<string, readonly DatedRate[]>;

  constructor(settings: RateSettings) {
    this.#byCurrency = new Map(
      Object.entries(settings).map(([currency, setting]) => [toCurrencyCode(currency), datedRates(setting)]),
    );
  }

  /** Finds the rate of a currency at a time, if any: the value of one unit in the report's currency. */
  findRate(currency: string, timeMs: number): Rate | undefined {
    return this.#byCurrency.get(currency)?.find(({ fromMs }) => fromMs <= timeMs);
  }
}
