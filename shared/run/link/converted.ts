import { currencyOf } from '../../engine/rows/records.ts';
import { instantOf } from '../../instant.ts';
import { Sum } from '../../money/sum.ts';
import { type Decimal, decimal, plain } from '../../money.ts';
import { type Rate, type RateSettings, Rates } from '../../prices/rates.ts';
import type { Converted } from '../../prices/run-report.ts';
import type { PaymentRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';

/** Records that the operator may have in another currency than the report's. */
interface Foreign {
  readonly upstreamCharges: readonly UpstreamRecord[];
  readonly payments: readonly PaymentRecord[];
}
type ForeignLedger = keyof Foreign;

/** What was converted of one ledger and currency. */
interface Line extends Pick<Converted, 'ledger' | 'currency'> {
  rows: number;
  readonly amount: Sum;
  readonly converted: Sum;
  /** By their first days. */
  readonly rates: Map<string, Rate>;
}

const sorted = <T>(named: ReadonlyMap<string, T>): T[] =>
  [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

/** Keeps account of what is converted. */
class Conversions {
  readonly #lines = new Map<string, Line>();

  line(ledger: ForeignLedger, currency: string): Line {
    const key = `${ledger} ${currency}`;
    const empty = { ledger, currency, rows: 0, amount: new Sum(), converted: new Sum() };
    const line = this.#lines.get(key) ?? { ...empty, rates: new Map() };
    this.#lines.set(key, line);
    return line;
  }

  get all(): Converted[] {
    return sorted(this.#lines).map(({ amount, converted, rates, ...line }) => ({
      ...line,
      amount: plain(amount.value),
      converted: plain(converted.value),
      rates: sorted(rates).map(({ from, rate }) => ({
        ...(from !== undefined && { from }),
        rate: plain(rate),
      })),
    }));
  }
}

/** Converts amounts at the operator's rates, exactly. */
class Converter {
  readonly conversions = new Conversions();
  readonly #rates: Rates;
  readonly #currency: string;

  constructor(rates: Rates, currency: string) {
    this.#rates = rates;
    this.#currency = currency;
  }

  /** @returns what a row's amounts are worth; none where it is in the report's currency, or in one without a rate */
  of(
    ledger: ForeignLedger,
    { currency: written, occurredAt }: { readonly currency?: string; readonly occurredAt: string },
    amount: string | number,
  ): ((amount: string | number) => string) | undefined {
    const currency = currencyOf(written, this.#currency);
    if (currency === this.#currency) return undefined;
    const rate = this.#rates.at(currency, instantOf(occurredAt) ?? 0);
    if (rate === undefined) return undefined;
    const worth = (some: string | number): Decimal => decimal(some).times(rate.rate);
    const line = this.conversions.line(ledger, currency);
    line.rows++;
    line.amount.add(decimal(amount));
    line.converted.add(worth(amount));
    line.rates.set(rate.from ?? '', rate);
    return (some) => plain(worth(some));
  }
}

/**
 * Bills and payments in the report's currency, as far as the operator states rates: amount, fee and refund. A credit
 * is in the gateway's own unit and stays.
 */
export function atRates<T extends Foreign>(
  records: T,
  settings: RateSettings | undefined,
  currency: string,
): Foreign & { readonly converted: readonly Converted[] } {
  const { upstreamCharges, payments } = records;
  if (settings === undefined) return { upstreamCharges, payments, converted: [] };
  const converter = new Converter(new Rates(settings), currency);
  const charge = (record: UpstreamRecord): UpstreamRecord => {
    const worth = converter.of('upstreamCharges', record, record.costAmount);
    if (worth === undefined) return record;
    const { costAmount, refundAmount } = record;
    return {
      ...record,
      currency,
      costAmount: worth(costAmount),
      ...(refundAmount !== undefined && { refundAmount: worth(refundAmount) }),
    };
  };
  const payment = (record: PaymentRecord): PaymentRecord => {
    const worth = converter.of('payments', record, record.amount);
    if (worth === undefined) return record;
    const { amount, feeAmount, refundAmount } = record;
    return {
      ...record,
      currency,
      amount: worth(amount),
      ...(feeAmount !== undefined && { feeAmount: worth(feeAmount) }),
      ...(refundAmount !== undefined && { refundAmount: worth(refundAmount) }),
    };
  };
  const all = { upstreamCharges: upstreamCharges.map(charge), payments: payments.map(payment) };
  return { ...all, converted: converter.conversions.all };
}

/** What was converted in all shards: a line for each ledger and currency. */
export function addConverted(lines: readonly Converted[]): readonly Converted[] {
  const sums = new Conversions();
  for (const { ledger, currency, rows, amount, converted, rates } of lines) {
    const line = sums.line(ledger, currency);
    line.rows += rows;
    line.amount.add(decimal(amount));
    line.converted.add(decimal(converted));
    for (const rate of rates) line.rates.set(rate.from ?? '', { ...rate, rate: decimal(rate.rate) });
  }
  return sums.all;
}
