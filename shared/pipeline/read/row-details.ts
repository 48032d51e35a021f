import type { Connector } from '../../gateways/connector.ts';
import { buildPriceKey, type ObservedPrice } from '../../log-facts.ts';
import {
  countAttempts,
  findModelSent,
  readDuration,
  readPrice,
  readPurchase,
} from '../../normalizer/logs/log-details.ts';
import type { LogRow } from '../../normalizer/logs/log-row.ts';
import type { LogColumns } from '../columns/log-columns.ts';

type GroupPrice = Omit<ObservedPrice, 'at'>;
interface CodedPrice extends GroupPrice {
  readonly code: number;
}

const isSamePrice = (a: GroupPrice, b: GroupPrice): boolean =>
  a.group === b.group &&
  a.price.input === b.price.input &&
  a.price.output === b.price.output &&
  a.price.call === b.price.call &&
  a.price.group === b.price.group;

/** Purchase data of a row: cache write tokens of one hour, and the number of all other data in `purchases`, or 0. */
export interface PurchaseColumns {
  readonly cacheWrite1h: number;
  readonly purchase: number;
}
/** No purchase data. */
export const NO_PURCHASE: PurchaseColumns = { cacheWrite1h: 0, purchase: 0 };

/**
 * Writes details of log rows into the columns: attempts, duration, price, and the model requested from the provider.
 */
export class RowDetailWriter {
  readonly #columns: LogColumns;
  readonly #connector: Connector;
  /** Quota per unit of money; `undefined` if no purchase prices are configured. */
  readonly quotaPerUnit: number | undefined;
  /** Last price by model: most rows repeat it, and building its text takes long. */
  readonly #last = new Map<string, CodedPrice>();

  /** @param quotaPerUnit quota per unit of money; `undefined` if no purchase prices are configured */
  constructor(columns: LogColumns, connector: Connector, quotaPerUnit: number | undefined) {
    this.#columns = columns;
    this.#connector = connector;
    this.quotaPerUnit = quotaPerUnit;
  }

  /** Writes attempts, duration and price of a log row to the row `index` of the columns. Returns its purchase data. */
  add(row: LogRow, index: number): PurchaseColumns {
    const { columns } = this.#columns.table;
    columns.attempts[index] = countAttempts(row, this.#connector);
    columns.seconds[index] = readDuration(row, this.#connector);
    columns.price[index] = this.#readPrice(row);
    if (this.quotaPerUnit !== undefined) return this.#readPurchase(row, this.quotaPerUnit);
    const bought = findModelSent(row, this.#connector);
    if (bought === undefined) return NO_PURCHASE;
    const purchase = this.#columns.purchases.toNumber(JSON.stringify({ bought }));
    return { cacheWrite1h: 0, purchase };
  }

  #readPrice(row: LogRow): number {
    const priced = readPrice(row, this.#connector);
    if (priced === undefined) return 0;
    const last = this.#last.get(priced.model);
    if (last !== undefined && isSamePrice(last, priced)) return last.code;
    const code = this.#columns.prices.toNumber(buildPriceKey(priced));
    this.#last.set(priced.model, { ...priced, code });
    return code;
  }

  #readPurchase(row: LogRow, quotaPerUnit: number): PurchaseColumns {
    const purchase = readPurchase(row, this.#connector, quotaPerUnit);
    if (purchase === undefined) return NO_PURCHASE;
    const { cacheWrite1h = 0, ...others } = purchase;
    const text = Object.keys(others).length === 0 ? undefined : JSON.stringify(others);
    return { cacheWrite1h, purchase: this.#columns.purchases.toNumber(text) };
  }
}
