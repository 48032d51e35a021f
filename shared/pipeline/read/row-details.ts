import type { Connector } from '../../gateways/connector.ts';
import type { ObservedPrice } from '../../log-facts.ts';
import { findModelSent, readPurchase } from '../../normalizer/logs/log-details.ts';
import type { LogRow } from '../../normalizer/logs/log-row.ts';
import type { Dictionary } from '../columns/dictionary.ts';
import { buildPriceKey } from '../price-key.ts';

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
 * Reads the purchase data of a log row: the model requested from the provider, and whatever else prices depend on.
 * @param quotaPerUnit quota per unit of money; `undefined` if no purchase prices are configured
 */
export function readPurchaseColumns(
  row: LogRow,
  connector: Connector,
  purchases: Dictionary,
  quotaPerUnit: number | undefined,
): PurchaseColumns {
  if (quotaPerUnit === undefined) {
    const bought = findModelSent(row, connector);
    if (bought === undefined) return NO_PURCHASE;
    return { cacheWrite1h: 0, purchase: purchases.toNumber(JSON.stringify({ bought })) };
  }
  const purchase = readPurchase(row, connector, quotaPerUnit);
  if (purchase === undefined) return NO_PURCHASE;
  const { cacheWrite1h = 0, ...others } = purchase;
  const text = Object.keys(others).length === 0 ? undefined : JSON.stringify(others);
  return { cacheWrite1h, purchase: purchases.toNumber(text) };
}

/** Numbers the prices of log rows. */
export class PriceNumbers {
  readonly #prices: Dictionary;
  /** Last price by number of the model: most rows repeat it, and building its text takes long. */
  readonly #last: CodedPrice[] = [];

  constructor(prices: Dictionary) {
    this.#prices = prices;
  }

  /** Returns the number of the price of a model in the dictionary; 0 if there is none. */
  toNumber(priced: GroupPrice | undefined, model: number): number {
    if (priced === undefined) return 0;
    const last = this.#last[model];
    if (last !== undefined && isSamePrice(last, priced)) return last.code;
    const code = this.#prices.toNumber(buildPriceKey(priced));
    this.#last[model] = { ...priced, code };
    return code;
  }
}
