import { type Decimal, isPositive, total, ZERO } from '../../money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctAttempts } from '../rows/copies.ts';
import { earliestFirst, firstBy, latestFirst } from '../rows/order.ts';
import { isIncluded, type UsageRow } from '../rows/row.ts';
import { supersedeAttempts, supersedePending } from '../rows/supersession.ts';
import { type Context, isOutside, standingOf } from '../survey/context.ts';
import type { Subject } from './subject.ts';

const gross = (row: UsageRow): Decimal => row.gross;
const net = (row: UsageRow): Decimal => row.net;
const refund = (row: UsageRow): Decimal => row.refund ?? ZERO;
const isZeroSale = (row: UsageRow): boolean => row.expected?.isZero() === true && row.gross.isZero();

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

/** Gives every row of a request its standing, and marks the superseded ones. Returns the anchor. */
export function assignRequestStanding(rows: RequestRows, context: Context): number {
  const anchor = anchorOf(rows);
  const outside = isOutside(anchor, context);
  for (const side of [rows.downstream, rows.upstream])
    for (const row of side)
      row.standing = outside ? 'outOfPeriod' : standingOf(anchor, row.currency, context);
  supersedePending(rows.downstream);
  supersedeAttempts(rows.upstream, (row) => row.upstreamId);
  return anchor;
}

const isSettled = (row: UsageRow): boolean => isIncluded(row) && row.status !== 'pending';
/** The rows that a test keeps; most keep all, and then the list itself will do. */
const kept = (rows: UsageRow[], keeps: (row: UsageRow) => boolean): UsageRow[] =>
  rows.every(keeps) ? rows : rows.filter(keeps);

const isSuccess = (row: UsageRow): boolean => row.status === 'success';
const isNamed = (row: UsageRow): boolean => row.channelId !== undefined;
const hasTokens = (row: UsageRow): boolean => row.tokens !== undefined;
const isLeftOpen = (row: UsageRow): boolean =>
  !row.superseded && (row.standing === 'currencyExcluded' || row.status === 'pending');

/** One request inside the period, and all that the checks ask about it. Built from settled rows. */
export class Request {
  readonly requestId: string;
  /** Earliest downstream time, without downstream rows the earliest upstream one. */
  readonly anchor: number;
  /** A row of either ledger is there at all, foreign ones too: the id is known on that side. */
  readonly known: { downstream: boolean; upstream: boolean };
  /** Included rows that nothing supersedes, pending ones too. */
  readonly downstream: UsageRow[];
  readonly upstream: UsageRow[];
  /** Settled downstream rows, copies too. */
  readonly sales: UsageRow[];
  /** Settled upstream rows (U), copies too. */
  readonly charges: UsageRow[];
  /** The charges without their copies. */
  readonly attempts: UsageRow[];
  /** Attempts with status `success`. */
  readonly successes: UsageRow[];
  /** The latest success: the attempt that the customer got. */
  readonly serving: UsageRow | undefined;
  /** Some sale is a success. */
  readonly delivered: boolean;
  /** Σ gross, Σ refunds and their difference over the sales. */
  readonly gross: Decimal;
  readonly refunds: Decimal;
  readonly net: Decimal;
  /** Σ net of the successes. */
  readonly cost: Decimal;
  /** What of the cost went into attempts that did not serve; 0 unless `retry_cost` reports it. */
  readonly retryCost: Decimal;
  /** The tokens of the latest sale that has any: compared with the serving attempt's. */
  readonly soldTokens: Tokens | undefined;
  /** Delivered, and all sales are priced at 0 and charged 0: meant to cost nothing. */
  readonly free: boolean;
  /** Rows are pending or in another currency: the request cannot be judged as a whole yet. */
  readonly suspended: boolean;
  /** The model sold, and the channel that the request went through as far as rows name one. */
  readonly model: string;
  readonly channelId: string | undefined;

  constructor(requestId: string, rows: RequestRows, anchor: number) {
    this.requestId = requestId;
    this.anchor = anchor;
    this.known = { downstream: rows.downstream.length > 0, upstream: rows.upstream.length > 0 };
    this.downstream = kept(rows.downstream, isIncluded);
    this.upstream = kept(rows.upstream, isIncluded);
    this.sales = kept(this.downstream, isSettled);
    this.charges = kept(this.upstream, isSettled);
    this.attempts = distinctAttempts(this.charges);
    this.successes = kept(this.attempts, isSuccess);
    this.serving = firstBy(this.successes, latestFirst);
    this.delivered = this.sales.some(isSuccess);
    this.gross = total(this.sales, gross);
    this.net = total(this.sales, net);
    this.refunds = total(this.sales, refund);
    this.cost = total(this.successes, net);
    this.suspended = rows.downstream.some(isLeftOpen) || rows.upstream.some(isLeftOpen);
    this.free = this.delivered && this.gross.isZero() && this.sales.every(isZeroSale);
    this.model =
      (firstBy(this.downstream, earliestFirst) ?? firstBy(this.upstream, earliestFirst))?.model ?? '';
    this.channelId = (firstBy(kept(this.downstream, isNamed), earliestFirst) ?? this.serving)?.channelId;
    this.soldTokens = firstBy(kept(this.sales, hasTokens), latestFirst)?.tokens;
    this.retryCost = this.#retryCost();
  }

  #retryCost(): Decimal {
    if (this.suspended || this.sales.length === 0 || this.successes.length < 2) return ZERO;
    const besides = this.cost.minus(this.serving?.net ?? ZERO);
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

  /** Settled rows on both sides. */
  get matched(): boolean {
    return this.sales.length > 0 && this.charges.length > 0;
  }

  /** The side whose rows have no partner, if the request can be judged. */
  get unmatched(): 'downstream' | 'upstream' | undefined {
    if (this.suspended) return undefined;
    if (this.charges.length > 0) return this.downstream.length === 0 ? 'upstream' : undefined;
    return this.delivered && this.upstream.length === 0 ? 'downstream' : undefined;
  }

  /** What the unmatched side is about: the attempts' net cost, or the net charge. */
  get unmatchedAmount(): Decimal {
    return this.unmatched === 'upstream' ? total(this.attempts, net) : this.net;
  }
}
