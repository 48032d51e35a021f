import { type Decimal, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import type { FewIds } from '../rows/few-ids.ts';
import { earliestFirst } from '../rows/order.ts';
import type { SaleEstimate, UsageRow } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import { isOutsideOtherLedger } from '../survey/outside-other-ledger.ts';
import type { RequestRows } from './request-rows.ts';
import { netOf, RequestCharges, RequestSales } from './request-sides.ts';
import type { Subject } from './subject.ts';

/**
 * One request inside the period, and all that the checks ask about it: what it was sold for, what was paid for it, and
 * what both show together. Built from rows that have their standing.
 */
export class Request {
  readonly requestId: string;
  readonly requestIds: FewIds;
  readonly userIds: FewIds;
  readonly subject: Subject<'request'>;
  readonly names: { readonly model: string; readonly channelId: string | undefined };
  /** Earliest downstream time, without downstream rows the earliest upstream one. */
  readonly anchor: number;
  readonly sold: RequestSales;
  readonly bought: RequestCharges;
  /** The model sold; without a sale that of the earliest charge. */
  readonly model: string;
  /** The channel that it was booked on; that of the serving attempt where no sale names one. */
  readonly channelId: string | undefined;
  /** A row of another currency is among its rows. */
  readonly foreign: boolean;
  /** It cannot be judged as a whole yet. */
  readonly suspended: boolean;
  /** What of the cost went into attempts that did not serve; 0 unless `retry_cost` reports it. */
  readonly retryCost: Decimal;

  constructor(requestId: string, { downstream, upstream }: RequestRows, anchor: number) {
    this.requestId = requestId;
    this.anchor = anchor;
    this.sold = new RequestSales(downstream);
    this.bought = new RequestCharges(upstream, this.sold.model);
    this.model = this.bought.model;
    this.channelId = this.sold.channelId ?? this.bought.serving?.channelId;
    this.foreign = this.sold.foreign || this.bought.foreign;
    this.suspended = this.foreign || this.sold.pending || this.bought.pending;
    this.retryCost = this.#retryCost();
    this.requestIds = [requestId];
    this.userIds = this.sold.userIds;
    this.subject = { kind: 'request', name: requestId };
    this.names = { model: this.model, channelId: this.channelId };
  }

  #retryCost(): Decimal {
    const { successes, cost, serving } = this.bought;
    if (this.suspended || this.sold.settled.length === 0 || successes.length < 2) return ZERO;
    const besides = subtract(cost, serving?.net ?? ZERO);
    return isPositive(besides) ? besides : ZERO;
  }

  /** When it began, as far as the log says how long it took: gateways date its end. */
  get startedAt(): number {
    return this.anchor - this.sold.seconds * 1000;
  }

  /** Settled rows on both sides. */
  get matched(): boolean {
    return this.sold.settled.length > 0 && this.bought.settled.length > 0;
  }

  /** Its id is in both usage ledgers: a row in another currency shows it, too. */
  get isInBoth(): boolean {
    return this.sold.rows.length > 0 && this.bought.rows.length > 0;
  }

  /** Sold, and no upstream row of any currency names it: what it cost is in no row, or in a bill without request ids. */
  get isWithoutCharge(): boolean {
    return this.sold.settled.length > 0 && this.bought.rows.length === 0;
  }

  /**
   * The side whose rows have no partner, if the request can be judged. An upstream side can while it is pending,
   * too: what is settled is lost already.
   */
  get unmatched(): 'downstream' | 'upstream' | undefined {
    if (this.foreign || this.isInBoth) return undefined;
    if (this.bought.rows.length > 0) return this.bought.settled.length > 0 ? 'upstream' : undefined;
    return this.sold.delivered && !this.sold.pending ? 'downstream' : undefined;
  }

  /** Whether one usage ledger alone has it, and it is dated outside the time of the other: no partner is missing. */
  isOutsideOtherLedger({ outsideRequests }: Pick<Context, 'outsideRequests'>): boolean {
    if (outsideRequests.length === 0 || this.foreign || this.isInBoth) return false;
    return isOutsideOtherLedger(
      outsideRequests,
      this.sold.rows.length > 0 ? 'downstreamUsage' : 'upstreamCharges',
      this.anchor,
    );
  }

  /** What the unmatched side is about: the attempts' net cost, or the net charge. */
  get unmatchedAmount(): Decimal {
    return this.unmatched === 'upstream' ? sumBy(this.bought.attempts, netOf) : this.sold.net;
  }

  /**
   * Charges of successes beyond the attempts that the log knows: no retries. Those on other channels than the one that
   * served are taken for the attempts first, then the earliest.
   */
  get surplusCharges(): UsageRow[] {
    const known = this.sold.attempts;
    if (this.retryCost === ZERO || known === undefined) return [];
    const { attempts, successes, serving } = this.bought;
    const outsideRequests = attempts.length - Math.max(known, 1);
    if (outsideRequests <= 0) return [];
    const others = successes.filter((row) => row !== serving).sort(earliestFirst);
    const isElsewhere = ({ channelId }: UsageRow): boolean => channelId !== serving?.channelId;
    const inTurn = [...others.filter(isElsewhere), ...others.filter((row) => !isElsewhere(row))];
    return inTurn.slice(Math.max(0, inTurn.length - outsideRequests));
  }

  /** What it is estimated to cost, where prices were stated and no row says it. */
  get estimate(): SaleEstimate | 'unpriced' | undefined {
    return this.isWithoutCharge ? this.sold.estimate : undefined;
  }

  /** The channels that the request was booked on and served by, where they differ. */
  get channelPair(): readonly [sold: string, served: string] | undefined {
    const [sold, served] = [this.channelId, this.bought.serving?.channelId];
    if (this.sold.settled.length === 0 || sold === undefined || served === undefined) return undefined;
    return sold === served ? undefined : [sold, served];
  }
}
