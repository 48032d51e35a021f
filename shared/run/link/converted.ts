import { currencyOf } from '../../engine/rows/records.ts';
import { instantOf } from '../../instant.ts';
import { Sum } from '../../money/sum.ts';
import { type Decimal, decimal, plain, total } from '../../money.ts';
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
interface Line {
  rows: number;
  readonly amount: Sum;
  readonly converted: Sum;
  readonly rates: Set<Rate>;
}

/** Converts amounts at the operator's rates, exactly, and keeps account of it. */
class Converter {
  readonly #rates: Rates;
  readonly #currency: string;
  readonly #lines = new Map<string, Line>();

  constructor(rates: Rates, currency: string) {
    this.#rates = rates;
    this.#currency = currency;
  }

  #line(ledger: ForeignLedger, currency: string): Line {
    const key = `${ledger} ${currency}`;
    const line = this.#lines.get(key) ?? {
      rows: 0,
      amount: new Sum(),
      converted: new Sum(),
      rates: new Set<Rate>(),
    };
    this.#lines.set(key, line);
    return line;
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
    const line = this.#line(ledger, currency);
    line.rows++;
    line.amount.add(decimal(amount));
    line.converted.add(worth(amount));
    line.rates.add(rate);
    return (some) => plain(worth(some));
  }

  get converted(): Converted[] {
    return [...this.#lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, line]) => {
        const [ledger, currency = ''] = key.split(' ') as [ForeignLedger, string];
        const rates = [...line.rates].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
        return {
          ledger,
          currency,
          rows: line.rows,
          amount: plain(line.amount.value),
          converted: plain(line.converted.value),
          rates: rates.map(({ from, rate }) => ({ ...(from !== undefined && { from }), rate: plain(rate) })),
        };
      });
  }
}

/**
 * Bills and payments in the report's currency, as far as the operator states rates: amount, fee and refund. A credit
 * is in the gateway's own unit and stays.
 */
export function converted<T extends Foreign>(
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
  return { ...all, converted: converter.converted };
}

/** What was converted in several shards, as one. */
export function addConverted(parts: readonly (readonly Converted[])[]): readonly Converted[] {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const lines = Map.groupBy(parts.flat(), ({ ledger, currency }) => `${ledger} ${currency}`);
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => {
      const [{ ledger, currency }] = same as [Converted];
      const rates = new Map(same.flatMap((line) => line.rates.map((rate) => [rate.from ?? '', rate])));
      return {
        ledger,
        currency,
        rows: same.reduce((sum, { rows }) => sum + rows, 0),
        amount: plain(total(same, ({ amount }) => decimal(amount))),
        converted: plain(total(same, (line) => decimal(line.converted))),
        rates: [...rates].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate),
      };
    });
}
