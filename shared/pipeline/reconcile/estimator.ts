import type { UsageRow } from '../../engine/rows/row.ts';
import type { Purchase } from '../../log-facts.ts';
import { type Decimal, isPositive } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import type { NoEstimateReason, SaleToPrice } from '../../prices/estimate-cost.ts';
import type { PriceBook, PriceCandidate } from '../../prices/price-book.ts';

/** Sales of one model over one channel, with the price entries that applied. */
export interface PriceUse {
  readonly model: string;
  readonly channelId: string | undefined;
  readonly bought: string | undefined;
  requests: number;
  readonly revenue: Sum;
  readonly applied: Set<PriceCandidate>;
  /** Sales without an estimate, by reason. */
  readonly unpriced: Map<NoEstimateReason, { requests: number; readonly revenue: Sum }>;
}

/**
 * Estimates the cost of requests by configured prices, and records which entries applied to which models and channels.
 */
export class Estimator {
  readonly #book: PriceBook;
  readonly #uses = new Map<string, PriceUse>();

  constructor(book: PriceBook) {
    this.#book = book;
  }

  /** Sets `row.estimate` to the estimated cost, or to `unpriced` for a failed request or one without a price. */
  estimate(row: UsageRow, purchase: Purchase | undefined): void {
    if (row.status !== 'success') {
      row.estimate = 'unpriced';
      return;
    }
    const { model, channelId, occurredAt, tokens, net } = row;
    const sale: SaleToPrice = { model, channelId, occurredAt, tokens, charged: net, purchase };
    const estimate = this.#book.estimate(sale);
    row.estimate =
      typeof estimate === 'string'
        ? 'unpriced'
        : { ...estimate, ...(purchase?.groupRatio === 0 && { isGift: true }) };
    this.#count(sale, typeof estimate === 'string' ? estimate : undefined, net);
  }

  #count(sale: SaleToPrice, unpriced: NoEstimateReason | undefined, revenue: Decimal): void {
    const { model, channelId, purchase } = sale;
    const key = `${model}\n${channelId ?? ''}\n${purchase?.bought ?? ''}`;
    let use = this.#uses.get(key);
    if (use === undefined) {
      const names = { model, channelId, bought: purchase?.bought };
      use = { ...names, requests: 0, revenue: new Sum(), applied: new Set(), unpriced: new Map() };
      this.#uses.set(key, use);
    }
    use.requests++;
    if (isPositive(revenue)) use.revenue.add(revenue);
    const candidate = this.#book.findApplicable(sale);
    if (candidate !== undefined) use.applied.add(candidate);
    if (unpriced === undefined) return;
    const sales = use.unpriced.get(unpriced) ?? { requests: 0, revenue: new Sum() };
    use.unpriced.set(unpriced, sales);
    sales.requests++;
    sales.revenue.add(revenue);
  }

  /**
   * Requests and revenue by model and channel, without failed requests, with the price entries that applied, by name.
   */
  get uses(): readonly PriceUse[] {
    return [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
  }
}
