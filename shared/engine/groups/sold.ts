import { type Decimal, difference, isPositive, total, ZERO } from '../../money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctSales } from '../rows/copies.ts';
import type { FewIds } from '../rows/few-ids.ts';
import { isSameModel } from '../rows/model-name.ts';
import { earliestFirst, firstBy, latestFirst } from '../rows/order.ts';
import { type SaleEstimate, type UsageRow, userIdsOf } from '../rows/row.ts';
import { restatedRefunds } from './attempts.ts';
import { grossOf, isSuccess, kept, netOf, Side } from './side.ts';

const NO_COST: SaleEstimate = { total: ZERO, kinds: [] };

const refundOf = (row: UsageRow): Decimal => row.refund ?? ZERO;

const namesUser = (row: UsageRow): boolean => row.userId !== undefined;
const namesChannel = (row: UsageRow): boolean => row.channelId !== undefined;
const isEstimated = (row: UsageRow): boolean => row.estimate !== undefined;
const hasTokens = (row: UsageRow): boolean => row.tokens !== undefined;

/** Priced at 0 if it was delivered: rows of errors carry no price. */
const isFreeSale = (row: UsageRow): boolean => row.status !== 'success' || row.expected?.isZero() === true;

/** What a request was sold for: its downstream rows. The settled ones (D) are its sales. */
export class Sold extends Side {
  /** Of the earliest row. */
  readonly model: string | undefined;
  /** The channel that it was booked on, as far as rows name one. */
  readonly channelId: string | undefined;
  /** Some sale is a success. */
  readonly delivered: boolean;
  /** Σ net of the sales, as the totals count them. */
  readonly revenue: Decimal;
  /** Refund rows that repeat a gross of the request, so that it stands twice in the totals. */
  readonly restated: UsageRow[];
  /** Σ gross (G; what is restated counts once), Σ refunds (R) and their difference (N). */
  readonly gross: Decimal;
  readonly refunds: Decimal;
  readonly net: Decimal;
  /** Delivered, charged 0 and priced at 0: meant to cost nothing. */
  readonly free: boolean;
  /** Those of the latest sale that has any: compared with the serving attempt's. */
  readonly tokens: Tokens | undefined;
  readonly userIds: FewIds;

  constructor(rows: UsageRow[]) {
    super(rows);
    const { included, settled } = this;
    this.model = firstBy(included, earliestFirst)?.model;
    this.channelId = this.#channelId();
    this.delivered = settled.some(isSuccess);
    this.revenue = total(settled, netOf);
    this.restated = settled.length > 1 ? restatedRefunds(distinctSales(settled), () => '') : [];
    const repeated = total(this.restated, grossOf);
    this.gross = difference(total(settled, grossOf), repeated);
    this.refunds = total(settled, refundOf);
    this.net = difference(this.revenue, repeated);
    this.free = this.delivered && this.gross.isZero() && settled.every(isFreeSale);
    this.tokens = firstBy(kept(settled, hasTokens), latestFirst)?.tokens;
    this.userIds = userIdsOf(included);
  }

  /** That of the latest success which names one, else of the earliest row which does. */
  #channelId(): string | undefined {
    const named = kept(this.included, namesChannel);
    if (named.length < 2) return named[0]?.channelId;
    return (firstBy(kept(named, isSuccess), latestFirst) ?? firstBy(named, earliestFirst))?.channelId;
  }

  /** The customer whose request it is: that of the earliest row which names one. */
  get userId(): string | undefined {
    return firstBy(kept(this.included, namesUser), earliestFirst)?.userId;
  }

  /** The sales that charge more than they refund; one that restates another charges nothing. */
  get charged(): UsageRow[] {
    const { settled, restated } = this;
    const isCharged = ({ net }: UsageRow): boolean => isPositive(net);
    if (restated.length === 0) return kept(settled, isCharged);
    const repeating = new Set(restated);
    return settled.filter((row) => isCharged(row) && !repeating.has(row));
  }

  /** How long it took, as far as the log says. */
  get seconds(): number {
    return Math.max(0, ...this.settled.map(({ seconds = 0 }) => seconds));
  }

  /** Attempts that the log knows; `undefined` where one of its rows does not say. */
  get attempts(): number | undefined {
    let attempts = 0;
    for (const row of this.settled) {
      if (row.attempts === undefined) return undefined;
      attempts += row.attempts;
    }
    return attempts;
  }

  /** What it is estimated to cost, where prices were stated: nothing if it failed. */
  get estimate(): SaleEstimate | 'unpriced' | undefined {
    if (!this.settled.some(isEstimated)) return undefined;
    if (!this.delivered) return NO_COST;
    return firstBy(kept(this.settled, isSuccess), latestFirst)?.estimate;
  }

  /** The log records that a model was asked for in place of the one sold. */
  isMappedTo(model: string): boolean {
    return this.settled.some(({ bought }) => bought !== undefined && isSameModel(bought, model));
  }
}
