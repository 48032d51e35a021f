import { parseInstant } from '../../civil-time.ts';
import { readCurrency } from '../../engine/rows/ledgers.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, toDecimal, toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import { type LinkedCharge, withLoggedChannel } from '../../normalizer/records/upstream.ts';
import type { PaymentContexts } from '../../payment-context.ts';
import { type Rate, type RateSettings, Rates } from '../../prices/rates.ts';
import { Rejection } from '../../rejections.ts';
import type { ConvertedRows } from '../../report/run-report.ts';
import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { Source } from '../read/source.ts';
import { buildPeriodTest, type RunSettings } from '../run-settings.ts';
import type { PlainRows } from './plain-rows.ts';

/**
 * Amounts of a record that are converted, the main one first. Credits stay, because they are in the gateway's own unit.
 */
const AMOUNTS = {
  upstreamCharges: ['costAmount', 'refundAmount'],
  payments: ['amount', 'feeAmount', 'refundAmount'],
} as const satisfies Record<ConvertedRows['ledger'], readonly string[]>;
type Amounts = { readonly [name in (typeof AMOUNTS)[ConvertedRows['ledger']][number]]?: string | number };

const sortByName = <T>(named: ReadonlyMap<string, T>): T[] =>
  [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

interface CurrencySums extends Pick<ConvertedRows, 'ledger' | 'currency'> {
  rows: number;
  readonly amount: Sum;
  /** Rows whose money is not in the totals. */
  uncountedRows: number;
  readonly uncounted: Sum;
  readonly converted: Sum;
  /** Rates by first day. */
  readonly rates: Map<string, ConvertedRows['rates'][number]>;
}

class Conversions {
  readonly #sums = new Map<string, CurrencySums>();

  /** Adds the main amount of a record. @param isCounted whether its money is in the totals */
  add(
    { ledger, currency }: Pick<CurrencySums, 'ledger' | 'currency'>,
    amount: Decimal,
    { from, rate }: Rate,
    isCounted: boolean,
  ): void {
    const key = `${ledger} ${currency}`;
    const zeros = { amount: new Sum(), converted: new Sum(), uncounted: new Sum() };
    const empty = { ledger, currency, rows: 0, uncountedRows: 0, ...zeros, rates: new Map() };
    const sums: CurrencySums = this.#sums.get(key) ?? empty;
    this.#sums.set(key, sums);
    sums.rates.set(from ?? '', { ...(from !== undefined && { from }), rate: toPlainText(rate) });
    if (isCounted) {
      sums.rows++;
      sums.amount.add(amount);
      sums.converted.add(amount.times(rate));
    } else {
      sums.uncountedRows++;
      sums.uncounted.add(amount);
    }
  }

  get all(): ConvertedRows[] {
    return sortByName(this.#sums).map(({ amount, converted, rates, uncounted, uncountedRows, ...sums }) => ({
      ...sums,
      ...(uncountedRows > 0 && {
        uncounted: { rows: uncountedRows, amount: toPlainText(uncounted.value) },
      }),
      amount: toPlainText(amount.value),
      converted: toPlainText(converted.value),
      rates: sortByName(rates),
    }));
  }
}

/** Refuses a file of whose rows one names another currency than its settings. */
function refuseOtherCurrency({ currency: ofRow }: UpstreamRecord, { currency, location }: Source): void {
  if (currency === undefined || ofRow === undefined || toCurrencyCode(currency) === toCurrencyCode(ofRow))
    return;
  throw new Rejection('invalid_request', {
    en: `Rows of ${location} are not in the "currency" set for this file, which applies only to rows without a currency. Remove that setting, and set a rate to convert the rows.`,
    zh: `${location} 中有些行的币种与设置里该文件的 "currency" 不同，而这项设置只用于没有写明币种的行。请删除这项设置，并填写换算所需的汇率。`,
  });
}

function multiplyByFactor(record: UpstreamRecord, factor: string | undefined): UpstreamRecord {
  if (factor === undefined) return record;
  const times = (amount: string | number): string => toPlainText(toDecimal(amount).times(toDecimal(factor)));
  const { costAmount, refundAmount } = record;
  return {
    ...record,
    costAmount: times(costAmount),
    ...(refundAmount !== undefined && { refundAmount: times(refundAmount) }),
  };
}

/**
 * Adds the channel from the log to each upstream charge, and multiplies its amounts by the factor of its file. Throws a
 * Rejection if a charge has another currency than the settings of its file.
 * @param sourceAt returns the number of a charge's file by the index of the charge
 */
export function applyFileSettings(
  charges: readonly LinkedCharge[],
  sourceAt: (index: number) => number,
  sources: readonly Source[],
): UpstreamRecord[] {
  const bySource = new Map(sources.map((source) => [source.source, source]));
  return charges.map((charge) => {
    const source = bySource.get(sourceAt(charge.index));
    if (source !== undefined) refuseOtherCurrency(charge.record, source);
    return multiplyByFactor(withLoggedChannel(charge), source?.factor);
  });
}

/** Statuses of payments whose money was received. */
const PAID: ReadonlySet<string> = new Set(['settled', 'refunded', 'chargeback']);

/** Builds a test whether a payment counts in the totals: its money was received, and its time is in the period. */
export function buildPaymentTest(contexts: PaymentContexts, period: RunSettings['period']) {
  const isInPeriod = buildPeriodTest(period);
  return ({ transactionId, status, occurredAt }: PaymentRecord): boolean =>
    PAID.has(status) && isInPeriod(parseInstant(occurredAt)) && !contexts.get(transactionId)?.isUnpaid;
}

/** Lets `times` know a time of a request, of which it keeps the earliest. */
const addTime = (times: Map<string, number>, requestId: string, time: number): void => {
  times.set(requestId, Math.min(times.get(requestId) ?? time, time));
};

/**
 * Builds a function that tests whether an upstream charge counts in the totals: it is not pending, and its request is
 * in the period. The first row of the request in the log decides, else the first one in the bill.
 * @param charges all charges
 * @param sold log rows kept as objects
 * @param plain log rows kept in columns
 */
export function buildChargeTest(
  charges: readonly UpstreamRecord[],
  sold: readonly DownstreamRecord[],
  { sales, salesByRequest }: Pick<PlainRows, 'sales' | 'salesByRequest'>,
  period: RunSettings['period'],
) {
  const isInPeriod = buildPeriodTest(period);
  const [logged, billed] = [new Map<string, number>(), new Map<string, number>()];
  for (const { requestId, occurredAt } of sold) addTime(logged, requestId, parseInstant(occurredAt));
  for (const { requestId, occurredAt } of charges) {
    if (requestId === undefined) continue;
    addTime(billed, requestId, parseInstant(occurredAt));
    for (const row of salesByRequest.findRows(requestId))
      addTime(logged, requestId, sales.table.columns.time[row] as number);
  }
  return ({ status, requestId = '', occurredAt }: UpstreamRecord): boolean =>
    status !== 'pending' &&
    isInPeriod(logged.get(requestId) ?? billed.get(requestId) ?? parseInstant(occurredAt));
}

/**
 * Converts the amounts of bills and payments to the report's currency by the configured rates, without rounding.
 * Records in a currency without a rate stay as they are. Also sums the converted amounts by ledger and currency.
 * @param isCounted return whether a charge or a payment counts in the totals
 */
export function convertCurrencies(
  upstreamCharges: readonly UpstreamRecord[],
  payments: readonly PaymentRecord[],
  settings: RateSettings | undefined,
  currency: string,
  isCounted: {
    readonly upstreamCharges: (charge: UpstreamRecord) => boolean;
    readonly payments: (payment: PaymentRecord) => boolean;
  },
) {
  const conversions = new Conversions();
  const rates = new Rates(settings ?? {});
  const convert = <T extends UpstreamRecord | PaymentRecord>(
    ledger: ConvertedRows['ledger'],
    record: T,
    isInTotals: (record: T) => boolean,
  ): T => {
    const from = readCurrency(record.currency, currency);
    const rate = from === currency ? undefined : rates.findRate(from, parseInstant(record.occurredAt));
    if (rate === undefined) return record;
    const amounts: Amounts = record;
    const [main] = AMOUNTS[ledger];
    conversions.add({ ledger, currency: from }, toDecimal(amounts[main] ?? 0), rate, isInTotals(record));
    const converted = AMOUNTS[ledger].flatMap((name) =>
      amounts[name] === undefined ? [] : [[name, toPlainText(toDecimal(amounts[name]).times(rate.rate))]],
    );
    return { ...record, currency, ...Object.fromEntries(converted) };
  };
  return {
    upstreamCharges: upstreamCharges.map((record) =>
      convert('upstreamCharges', record, isCounted.upstreamCharges),
    ),
    payments: payments.map((record) => convert('payments', record, isCounted.payments)),
    converted: conversions.all,
  };
}
