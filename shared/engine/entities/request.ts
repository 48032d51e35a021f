import { atLeastZero, type Decimal, subtract, sumBy, ZERO } from '../../money/money.ts';
import { earliestFirst } from '../rows/order.ts';
import type { FewIds } from '../rows/row.ts';
import { grossOf, netOf, type SaleEstimate, type UsageRow } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import { isOutsideOtherLedger } from '../survey/outside-other-ledger.ts';
import type { RequestRows } from './group-rows.ts';
import { RequestCharges, RequestSales } from './sales-and-charges.ts';
import type { Subject } from './subject.ts';

/** A request in the period, whose rows have an `inclusion`. The serving attempt is its latest successful one. */
export class Request {
  readonly requestId: string;
  /** Only `requestId`, as the list of ids for findings. */
  readonly requestIds: FewIds;
  /** Customers of the request: at most the first 20 ids. */
  readonly userIds: FewIds;
  /** The request as the subject of findings. */
  readonly subject: Subject<'request'>;
  /** Model and channel, as names for findings. */
  readonly names: { readonly model: string; readonly channelId: string | undefined };
  /** Time of the earliest downstream row, otherwise of the earliest upstream row, in epoch milliseconds. */
  readonly time: number;
  /** Rows of the request in the log, and amounts computed from them. */
  readonly sales: RequestSales;
  /** Rows of the request in the bill, and amounts computed from them. */
  readonly charges: RequestCharges;
  /** Model sold; without a sale, the model of the earliest charge. */
  readonly model: string;
  /** Channel of the sale; if no sale names one, that of the serving attempt. */
  readonly channelId: string | undefined;
  /** Whether at least one row is in another currency than the report. */
  readonly hasForeignRow: boolean;
  /** Whether the request cannot be judged, because rows are still pending or in another currency. */
  readonly isSuspended: boolean;
  /** Net cost of successful attempts other than the serving one; 0 if the request is suspended or not sold. */
  readonly retryCost: Decimal;

  constructor(requestId: string, { downstream, upstream }: RequestRows, time: number) {
    this.requestId = requestId;
    this.time = time;
    this.sales = new RequestSales(downstream);
    this.charges = new RequestCharges(upstream, this.sales.model);
    this.model = this.charges.model;
    this.channelId = this.sales.channelId ?? this.charges.serving?.channelId;
    this.hasForeignRow = this.sales.hasForeignRow || this.charges.hasForeignRow;
    this.isSuspended = this.hasForeignRow || this.sales.hasPendingRow || this.charges.hasPendingRow;
    const { successes, cost, serving } = this.charges;
    const isRetried = !this.isSuspended && this.sales.settled.length > 0 && successes.length > 1;
    this.retryCost = isRetried ? atLeastZero(subtract(cost, serving?.net ?? ZERO)) : ZERO;
    this.requestIds = [requestId];
    this.userIds = this.sales.userIds;
    this.subject = { kind: 'request', name: requestId };
    this.names = { model: this.model, channelId: this.channelId };
  }

  /** Start of the request in epoch milliseconds: `time` minus its duration, because gateways log the end. */
  get startedAt(): number {
    return this.time - this.sales.seconds * 1000;
  }

  /** Whether both usage ledgers have settled rows of the request. */
  get isMatched(): boolean {
    return this.sales.settled.length > 0 && this.charges.settled.length > 0;
  }

  /** Whether the request is matched, and neither pending nor in another currency. */
  get isComparable(): boolean {
    return this.isMatched && !this.isSuspended;
  }

  /** Amount that the totals contain twice: charges minus costs that refund rows repeat. */
  get restatedMargin(): Decimal {
    return subtract(sumBy(this.sales.restated, grossOf), sumBy(this.charges.restated, grossOf));
  }

  /** Whether both usage ledgers have rows of the request, of any status and currency. */
  get isInBoth(): boolean {
    return this.sales.rows.length > 0 && this.charges.rows.length > 0;
  }

  /** Whether the request was sold but has no upstream row: its cost is unknown, or in a bill without request ids. */
  get isWithoutCharge(): boolean {
    return this.sales.settled.length > 0 && this.charges.rows.length === 0;
  }

  /**
   * The only ledger that contains the request: `upstream` if it has a settled charge, which is lost even if others are
   * pending, `downstream` if it has a delivered sale; `undefined` for both ledgers, or if it cannot be judged.
   */
  get unmatchedIn(): 'downstream' | 'upstream' | undefined {
    if (this.hasForeignRow || this.isInBoth) return undefined;
    if (this.charges.rows.length > 0) return this.charges.settled.length > 0 ? 'upstream' : undefined;
    return this.sales.isDelivered && !this.sales.hasPendingRow ? 'downstream' : undefined;
  }

  /** Returns whether the request has no counterpart only because it is dated outside the time of the other ledger. */
  isOutsideOtherLedger({ outsideRequests }: Pick<Context, 'outsideRequests'>): boolean {
    if (outsideRequests.length === 0 || this.hasForeignRow || this.isInBoth) return false;
    return isOutsideOtherLedger(
      outsideRequests,
      this.sales.rows.length > 0 ? 'downstreamUsage' : 'upstreamCharges',
      this.time,
    );
  }

  /** Net cost of the attempts if `unmatchedIn` is `upstream`, otherwise the net charge to the customer. */
  get unmatchedAmount(): Decimal {
    return this.unmatchedIn === 'upstream' ? sumBy(this.charges.attempts, netOf) : this.sales.net;
  }

  /**
   * Successful charges beyond the attempts in the log: 1 if the bill has 3 attempts and the log 2. Empty if they cost
   * nothing, or if the log does not count attempts. Of the attempts that did not serve, those on the serving channel
   * are taken first, the latest first, because attempts on other channels are probably logged retries.
   */
  get excessCharges(): UsageRow[] {
    const logged = this.sales.attempts;
    if (this.retryCost === ZERO || logged === undefined) return [];
    const { attempts, successes, serving } = this.charges;
    const surplus = attempts.length - Math.max(logged, 1);
    if (surplus <= 0) return [];
    const others = successes.filter((row) => row !== serving).sort(earliestFirst);
    const isElsewhere = ({ channelId }: UsageRow): boolean => channelId !== serving?.channelId;
    const inTurn = [...others.filter(isElsewhere), ...others.filter((row) => !isElsewhere(row))];
    return inTurn.slice(Math.max(0, inTurn.length - surplus));
  }

  /**
   * Estimated cost at the configured prices; `unpriced` if none of them applies. `undefined` if the request has an
   * upstream row, was not sold, or no prices are configured.
   */
  get estimate(): SaleEstimate | 'unpriced' | undefined {
    return this.isWithoutCharge ? this.sales.estimate : undefined;
  }

  /** Channel of the sale and channel of the serving attempt, if they differ; otherwise `undefined`. */
  get channelPair(): readonly [sold: string, served: string] | undefined {
    const [sold, served] = [this.channelId, this.charges.serving?.channelId];
    if (this.sales.settled.length === 0 || sold === undefined || served === undefined) return undefined;
    return sold === served ? undefined : [sold, served];
  }
}
