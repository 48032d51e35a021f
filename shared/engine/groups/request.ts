import { type Decimal, difference, isPositive, total, ZERO } from '../../money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctAttempts, distinctSales } from '../rows/copies.ts';
import type { FewIds } from '../rows/few-ids.ts';
import { isSameModel } from '../rows/model-name.ts';
import { earliestFirst, firstBy, latestFirst } from '../rows/order.ts';
import { isIncluded, isPending, type SaleEstimate, type UsageRow, userIdsOf } from '../rows/row.ts';
import { supersedeAttempts, supersedePending } from '../rows/supersession.ts';
import { type Context, isOutside, standingOf } from '../survey/context.ts';
import { attemptsOf, restatedRefunds } from './attempts.ts';
import type { Subject } from './subject.ts';

const NO_COST: SaleEstimate = { total: ZERO, kinds: [] };

const gross = (row: UsageRow): Decimal => row.gross;
const net = (row: UsageRow): Decimal => row.net;
const refund = (row: UsageRow): Decimal => row.refund ?? ZERO;

/** All rows of one `requestId`, in whatever order they came. */
export interface RequestRows {
  downstream: UsageRow[];
  upstream: UsageRow[];
}

/** A request lives where its earliest downstream row is dated, whatever its status and currency. */
export function anchorOf({ downstream, upstream }: RequestRows): number {
  let anchor = Number.POSITIVE_INFINITY;
  for (const row of downstream.length > 0 ? downstream : upstream) anchor = Math.min(anchor, row.occurredAt);
  return anchor;
}

/** Tells the upstream rows of a request what all its rows show: with those of others they may be one charge. */
export function tellCharges(rows: RequestRows, currency: string): void {
  const { downstream, upstream } = rows;
  const anchor = anchorOf(rows);
  const isSold = downstream.length > 0;
  const isInOther = (row: UsageRow): boolean => row.currency !== currency && !row.superseded;
  if (!isSold && upstream.some(isInOther)) supersedeAttempts(upstream, ({ upstreamId }) => upstreamId);
  const isUnmatched = !isSold && !upstream.some(isInOther);
  for (const row of upstream) {
    row.anchoredAt = anchor;
    row.isSold = isSold;
    row.isUnmatched = isUnmatched;
  }
}

/** Gives every row of a request its standing, and marks the superseded ones. Returns the anchor. */
export function assignRequestStanding(rows: RequestRows, context: Context): number {
  const anchor = anchorOf(rows);
  const outside = isOutside(anchor, context);
  for (const side of [rows.downstream, rows.upstream])
    for (const row of side) {
      row.anchoredAt = anchor;
      row.standing = outside ? 'outOfPeriod' : standingOf(anchor, row.currency, context);
    }
  supersedePending(rows.downstream);
  supersedeAttempts(rows.upstream, (row) => row.upstreamId);
  return anchor;
}

const isSettled = (row: UsageRow): boolean => isIncluded(row) && row.status !== 'pending';
/** The rows that a test keeps; most keep all, and then the list itself will do. */
const kept = (rows: UsageRow[], keeps: (row: UsageRow) => boolean): UsageRow[] =>
  rows.every(keeps) ? rows : rows.filter(keeps);

const isSuccess = (row: UsageRow): boolean => row.status === 'success';
const namesUser = (row: UsageRow): boolean => row.userId !== undefined;
const namesChannel = (row: UsageRow): boolean => row.channelId !== undefined;
const isEstimated = (row: UsageRow): boolean => row.estimate !== undefined;
const hasTokens = (row: UsageRow): boolean => row.tokens !== undefined;
const isOpen = (row: UsageRow): boolean => !row.superseded && isPending(row);
const isForeign = (row: UsageRow): boolean => !row.superseded && row.standing === 'currencyExcluded';

/** Priced at 0 if it was delivered: rows of errors carry no price. */
const isFreeSale = (row: UsageRow): boolean => row.status !== 'success' || row.expected?.isZero() === true;

/** One request inside the period, and all that the checks ask about it. Built from rows that have their standing. */
export class Request {
  readonly requestId: string;
  /** Earliest downstream time, without downstream rows the earliest upstream one. */
  readonly anchor: number;
  /** All its rows, foreign and superseded ones too: an id is known on a side that has any. */
  readonly rows: RequestRows;
  /** Included rows that nothing supersedes, pending ones too. */
  readonly downstream: UsageRow[];
  readonly upstream: UsageRow[];
  /** Settled downstream rows (D), copies too. */
  readonly sales: UsageRow[];
  /** Settled upstream rows (U), copies and credit notes too. */
  readonly charges: UsageRow[];
  /** The model sold. */
  readonly model: string;
  /** The charges without copies and credit notes, lines put together; their nets are what credit notes left. */
  readonly attempts: UsageRow[];
  /** Attempts with status `success`. */
  readonly successes: UsageRow[];
  /** The latest success: the attempt that the customer got. */
  readonly serving: UsageRow | undefined;
  /** What credit notes return beyond what the attempts cost. */
  readonly creditLeft: Decimal;
  /** Refund rows that repeat a gross of the request, so that it stands twice in the totals. */
  readonly restatedSales: UsageRow[];
  readonly restatedCharges: UsageRow[];
  /** Some sale is a success. */
  readonly delivered: boolean;
  /** Σ net of the sales and of the charges, as the totals count them. */
  readonly revenue: Decimal;
  readonly spent: Decimal;
  /** Σ gross (G; what is restated counts once), Σ refunds (R) and their difference (N) over the sales. */
  readonly gross: Decimal;
  readonly refunds: Decimal;
  readonly net: Decimal;
  /** Σ net of the successes (K). */
  readonly cost: Decimal;
  /** What of the cost went into attempts that did not serve; 0 unless `retry_cost` reports it. */
  readonly retryCost: Decimal;
  /** The tokens of the latest sale that has any: compared with the serving attempt's. */
  readonly soldTokens: Tokens | undefined;
  /** Delivered, charged 0 and priced at 0: meant to cost nothing. */
  readonly free: boolean;
  /** Rows that nothing supersedes are pending, or in another currency. */
  readonly pending: { downstream: boolean; upstream: boolean };
  readonly foreign: boolean;
  /** The channel that the request went through, as far as rows name one. */
  readonly channelId: string | undefined;
  #userIds: FewIds | undefined;

  constructor(requestId: string, rows: RequestRows, anchor: number) {
    this.requestId = requestId;
    this.anchor = anchor;
    this.rows = rows;
    this.downstream = kept(rows.downstream, isIncluded);
    this.upstream = kept(rows.upstream, isIncluded);
    this.sales = kept(this.downstream, isSettled);
    this.charges = kept(this.upstream, isSettled);
    this.model =
      (firstBy(this.downstream, earliestFirst) ?? firstBy(this.upstream, earliestFirst))?.model ?? '';
    const { attempts, serving, restated, creditLeft } = attemptsOf(this.charges, this.model);
    this.attempts = attempts;
    this.successes = kept(attempts, isSuccess);
    this.serving = serving;
    this.restatedCharges = restated;
    this.creditLeft = creditLeft;
    this.restatedSales = this.sales.length > 1 ? restatedRefunds(distinctSales(this.sales), () => '') : [];
    this.delivered = this.sales.some(isSuccess);
    this.revenue = total(this.sales, net);
    this.spent = total(this.charges, net);
    this.refunds = total(this.sales, refund);
    const repeated = total(this.restatedSales, gross);
    this.gross = less(total(this.sales, gross), repeated);
    this.net = less(this.revenue, repeated);
    this.cost = total(this.successes, net);
    this.pending = { downstream: this.downstream.some(isOpen), upstream: this.upstream.some(isOpen) };
    this.foreign = rows.downstream.some(isForeign) || rows.upstream.some(isForeign);
    this.free = this.delivered && this.gross.isZero() && this.sales.every(isFreeSale);
    this.channelId = this.#channelId();
    this.soldTokens = firstBy(kept(this.sales, hasTokens), latestFirst)?.tokens;
    this.retryCost = this.#retryCost();
  }

  /** That of the latest success which names one, of the earliest row which does, or of the serving attempt. */
  #channelId(): string | undefined {
    const named = kept(this.downstream, namesChannel);
    const row =
      named.length < 2
        ? named[0]
        : (firstBy(kept(named, isSuccess), latestFirst) ?? firstBy(named, earliestFirst));
    return (row ?? this.serving)?.channelId;
  }

  #retryCost(): Decimal {
    if (this.suspended || this.sales.length === 0 || this.successes.length < 2) return ZERO;
    const besides = difference(this.cost, this.serving?.net ?? ZERO);
    return isPositive(besides) ? besides : ZERO;
  }

  get subject(): Subject<'request'> {
    return { kind: 'request', name: this.requestId };
  }

  get names(): { model: string; channelId: string | undefined } {
    const { model, channelId } = this;
    return { model, channelId };
  }

  get requestIds(): string[] {
    return [this.requestId];
  }

  get userIds(): FewIds {
    this.#userIds ??= userIdsOf(this.downstream);
    return this.#userIds;
  }

  /** The customer whose request it is: that of the earliest downstream row which names one. */
  get userId(): string | undefined {
    return firstBy(kept(this.downstream, namesUser), earliestFirst)?.userId;
  }

  /** It cannot be judged as a whole yet. */
  get suspended(): boolean {
    return this.foreign || this.pending.downstream || this.pending.upstream;
  }

  /** Settled rows on both sides. */
  get matched(): boolean {
    return this.sales.length > 0 && this.charges.length > 0;
  }

  /** Its id is in both usage ledgers: a row in another currency shows it, too. */
  get isInBoth(): boolean {
    return this.rows.downstream.length > 0 && this.rows.upstream.length > 0;
  }

  /**
   * The side whose rows have no partner, if the request can be judged. An upstream side can while it is pending,
   * too: what is settled is lost already.
   */
  get unmatched(): 'downstream' | 'upstream' | undefined {
    if (this.foreign || this.isInBoth) return undefined;
    if (this.rows.upstream.length > 0) return this.charges.length > 0 ? 'upstream' : undefined;
    return this.delivered && !this.pending.downstream ? 'downstream' : undefined;
  }

  /** What the unmatched side is about: the attempts' net cost, or the net charge. */
  get unmatchedAmount(): Decimal {
    return this.unmatched === 'upstream' ? total(this.attempts, net) : this.net;
  }

  /** Σ net of the charges that are copies of others. */
  get copied(): Decimal {
    if (this.attempts.length === this.charges.length) return ZERO;
    const once = new Set(distinctAttempts(this.charges));
    return total(
      this.charges.filter((row) => !once.has(row) && isPositive(row.net)),
      net,
    );
  }

  /** When it began, as far as the log says how long it took: gateways date its end. */
  get began(): number {
    return this.anchor - Math.max(0, ...this.sales.map(({ seconds = 0 }) => seconds)) * 1000;
  }

  /** Attempts that the log knows; `undefined` where one of its rows does not say. */
  get knownAttempts(): number | undefined {
    let attempts = 0;
    for (const row of this.sales) {
      if (row.attempts === undefined) return undefined;
      attempts += row.attempts;
    }
    return attempts;
  }

  /** The log records that a model was asked for in place of the one sold. */
  isMappedTo(model: string): boolean {
    return this.sales.some(({ bought }) => bought !== undefined && isSameModel(bought, model));
  }

  /**
   * Charges of successes beyond the attempts that the log knows: no retries. Those on other channels than the one that
   * served are taken for the attempts first, then the earliest.
   */
  get surplus(): UsageRow[] {
    const known = this.knownAttempts;
    if (this.retryCost === ZERO || known === undefined) return [];
    const beyond = this.attempts.length - Math.max(known, 1);
    if (beyond <= 0) return [];
    const { serving } = this;
    const others = this.successes.filter((row) => row !== serving).sort(earliestFirst);
    const isElsewhere = ({ channelId }: UsageRow): boolean => channelId !== serving?.channelId;
    const inTurn = [...others.filter(isElsewhere), ...others.filter((row) => !isElsewhere(row))];
    return inTurn.slice(Math.max(0, inTurn.length - beyond));
  }

  /** No upstream row of any currency names it: what it cost is in no row, or in a bill without request ids. */
  get isWithoutCharge(): boolean {
    return this.sales.length > 0 && this.rows.upstream.length === 0;
  }

  /** What the request is estimated to cost, where prices were stated: nothing if it failed. */
  get estimate(): SaleEstimate | 'unpriced' | undefined {
    if (!this.sales.some(isEstimated) || !this.isWithoutCharge) return undefined;
    if (!this.delivered) return NO_COST;
    return firstBy(kept(this.sales, isSuccess), latestFirst)?.estimate;
  }

  /** The sales that charge more than they refund; one that restates another charges nothing. */
  get charged(): UsageRow[] {
    const { sales, restatedSales } = this;
    const isCharged = ({ net }: UsageRow): boolean => isPositive(net);
    if (restatedSales.length === 0) return kept(sales, isCharged);
    const restated = new Set(restatedSales);
    return sales.filter((row) => isCharged(row) && !restated.has(row));
  }

  /** The channels that the request was booked on and served by, where they differ. */
  get channelPair(): readonly [sold: string, served: string] | undefined {
    const [sold, served] = [this.channelId, this.serving?.channelId];
    if (this.sales.length === 0 || sold === undefined || served === undefined) return undefined;
    return sold === served ? undefined : [sold, served];
  }
}

const less = (sum: Decimal, repeated: Decimal): Decimal => difference(sum, repeated);
