import { readCurrency } from '../../engine/rows/ledgers.ts';
import { parseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import { type LinkedCharge, withLoggedChannel } from '../../normalizer/records/upstream.ts';
import type { PaymentContexts } from '../../payment-context.ts';
import { type RateSettings, Rates } from '../../prices/rates.ts';
import { Rejection } from '../../rejections.ts';
import type { ConvertedRows } from '../../report/run-report.ts';
import type {
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '../../schemas/reconciliation-input.ts';
import type { Source } from '../read/source.ts';

/**
 * Refuses a file whose rows name another currency than its settings.
 * @param charges currencies of all upstream charges, with their sources
 * @throws Rejection `invalid_request`
 */
function refuseOtherCurrency(
  charges: Iterable<readonly [currency: string | undefined, source: number]>,
  sources: readonly Source[],
): void {
  const stated = new Map(sources.map((source) => [source.source, source]));
  if (sources.every(({ currency }) => currency === undefined)) return;
  for (const [currency, source] of charges) {
    const { currency: own, place } = stated.get(source) ?? {};
    if (own === undefined || currency === undefined || toCurrencyCode(own) === toCurrencyCode(currency))
      continue;
    throw new Rejection('invalid_request', {
      en: `Rows of ${place} have a currency other than "currency" of the file in the settings, which is only for rows without one. Remove "currency", or set a rate.`,
      zh: `${place} 中的行写明的币种与设置里该文件的 "currency" 不同；该项只用于没有写明币种的行。请删除该项，或填写汇率。`,
    });
  }
}

/** Amounts of a record that are converted, the main one first. A credit stays, because it is in the gateway's own unit. */
const AMOUNTS = {
  upstreamCharges: ['costAmount', 'refundAmount'],
  payments: ['amount', 'feeAmount', 'refundAmount'],
} as const satisfies Record<ConvertedRows['ledger'], readonly string[]>;
type Amounts = { readonly [name in (typeof AMOUNTS)[ConvertedRows['ledger']][number]]?: string | number };

const sortByName = <T>(named: ReadonlyMap<string, T>): T[] =>
  [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

/** Converted amounts of one ledger and currency. */
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

/** Sums converted amounts. */
class Conversions {
  readonly #lines = new Map<string, CurrencySums>();

  add(
    { ledger, currency }: Pick<CurrencySums, 'ledger' | 'currency'>,
    amount: string,
    converted: string,
    rate: ConvertedRows['rates'][number],
    isCounted: boolean,
  ): void {
    const key = `${ledger} ${currency}`;
    const sums = { amount: new Sum(), converted: new Sum(), uncounted: new Sum() };
    const empty = { ledger, currency, rows: 0, uncountedRows: 0, ...sums };
    const line = this.#lines.get(key) ?? { ...empty, rates: new Map() };
    this.#lines.set(key, line);
    line.rates.set(rate.from ?? '', rate);
    if (isCounted) {
      line.rows++;
      line.amount.add(toDecimal(amount));
      line.converted.add(toDecimal(converted));
    } else {
      line.uncountedRows++;
      line.uncounted.add(toDecimal(amount));
    }
  }

  get all(): ConvertedRows[] {
    return sortByName(this.#lines).map(({ amount, converted, rates, uncounted, uncountedRows, ...line }) => ({
      ...line,
      ...(uncountedRows > 0 && {
        uncounted: { rows: uncountedRows, amount: toPlainText(uncounted.value) },
      }),
      amount: toPlainText(amount.value),
      converted: toPlainText(converted.value),
      rates: sortByName(rates),
    }));
  }
}

/** Multiplies the amounts of a record by the factor of its file. */
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
 * Adds channels to upstream charges, and applies the settings of their files.
 * @throws Rejection if a row names another currency than the settings
 */
export function applyFileSettings(
  charges: readonly LinkedCharge[],
  sourceAt: (index: number) => number,
  sources: readonly Source[],
): UpstreamRecord[] {
  refuseOtherCurrency(
    charges.map(({ index, record }) => [record.currency, sourceAt(index)]),
    sources,
  );
  const factors = new Map(sources.map(({ source, factor }) => [source, factor]));
  return charges.map((charge) =>
    multiplyByFactor(withLoggedChannel(charge), factors.get(sourceAt(charge.index))),
  );
}

/** Statuses of payments whose money was received. */
const PAID: ReadonlySet<string> = new Set(['settled', 'refunded', 'chargeback']);

/** Builds the test whether the money of a payment is in the totals: it was received, in the period. */
export function buildPaymentTest(
  contexts: PaymentContexts,
  { start, end }: NonNullable<ReconciliationInput['period']> = {},
) {
  const [from, to] = [start, end].map((time) => (time === undefined ? undefined : parseInstant(time)));
  return ({ transactionId, status, occurredAt }: PaymentRecord): boolean => {
    const time = parseInstant(occurredAt);
    const isInPeriod = !(time < (from ?? time)) && !(to !== undefined && time >= to);
    return PAID.has(status) && isInPeriod && !contexts.get(transactionId)?.isUnpaid;
  };
}

/**
 * Converts bills and payments to the report's currency, exactly, by the configured rates. Other currencies stay.
 * @param isCounted returns whether the money of a payment is in the totals
 */
export function convertCurrencies(
  upstreamCharges: readonly UpstreamRecord[],
  payments: readonly PaymentRecord[],
  settings: RateSettings | undefined,
  currency: string,
  isCounted: (payment: PaymentRecord) => boolean,
) {
  const conversions = new Conversions();
  const rates = new Rates(settings ?? {});
  const convert = <T extends UpstreamRecord | PaymentRecord>(
    ledger: ConvertedRows['ledger'],
    record: T,
  ): T => {
    const own = readCurrency(record.currency, currency);
    const held = own === currency ? undefined : rates.findRate(own, parseInstant(record.occurredAt));
    if (held === undefined) return record;
    const { from, rate } = held;
    const stated: Amounts = record;
    const worth = (amount: string | number): string => toPlainText(toDecimal(amount).times(rate));
    const [about] = AMOUNTS[ledger];
    const amounts = AMOUNTS[ledger].flatMap((name) =>
      stated[name] === undefined ? [] : [[name, worth(stated[name])] as const],
    );
    const [amount, converted] = [toPlainText(toDecimal(stated[about] ?? 0)), worth(stated[about] ?? 0)];
    const at = { ...(from !== undefined && { from }), rate: toPlainText(rate) };
    const isInTotals = ledger === 'upstreamCharges' || isCounted(record as PaymentRecord);
    conversions.add({ ledger, currency: own }, amount, converted, at, isInTotals);
    return { ...record, currency, ...Object.fromEntries(amounts) };
  };
  return {
    upstreamCharges: upstreamCharges.map((record) => convert('upstreamCharges', record)),
    payments: payments.map((record) => convert('payments', record)),
    converted: conversions.all,
  };
}
