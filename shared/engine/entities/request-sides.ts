import { type Decimal, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { distinctAttempts, distinctSales } from '../rows/copies.ts';
import { agrees } from '../rows/display-name.ts';
import type { FewIds } from '../rows/few-ids.ts';
import { earliestFirst, findFirst, latestFirst } from '../rows/order.ts';
import { isIncluded, isPending, listUserIds, type SaleEstimate, type UsageRow } from '../rows/row.ts';
import { buildAttempts, findRestatedRefunds } from './upstream-attempts.ts';

/** The rows that a test keeps; most keep all, and then the list itself will do. */
const filterOrSame = (rows: UsageRow[], keeps: (row: UsageRow) => boolean): UsageRow[] =>
  rows.every(keeps) ? rows : rows.filter(keeps);

const isSuccess = (row: UsageRow): boolean => row.status === 'success';
export const grossOf = (row: UsageRow): Decimal => row.gross;
export const netOf = (row: UsageRow): Decimal => row.net;

const isSettled = (row: UsageRow): boolean => !isPending(row);
const isForeign = (row: UsageRow): boolean => !row.superseded && row.inclusion === 'currencyExcluded';

/** A request's rows of one usage ledger. */
class LedgerSide {
  /** All of them, foreign and superseded ones too: an id is known in a ledger that has any. */
  readonly rows: UsageRow[];
  /** Included rows that nothing supersedes, pending ones too. */
  readonly included: UsageRow[];
  /** Those of them that are settled, copies too. */
  readonly settled: UsageRow[];
  /** Rows that nothing supersedes are pending, or in another currency. */
  readonly pending: boolean;
  readonly foreign: boolean;

  constructor(rows: UsageRow[]) {
    this.rows = rows;
    this.included = filterOrSame(rows, isIncluded);
    this.settled = filterOrSame(this.included, isSettled);
    this.pending = this.settled.length < this.included.length;
    this.foreign = rows.some(isForeign);
  }
}

const NO_COST: SaleEstimate = { total: ZERO, kinds: [] };

const refundOf = (row: UsageRow): Decimal => row.refund ?? ZERO;

const namesUser = (row: UsageRow): boolean => row.userId !== undefined;
const namesChannel = (row: UsageRow): boolean => row.channelId !== undefined;
const isEstimated = (row: UsageRow): boolean => row.estimate !== undefined;
const hasTokens = (row: UsageRow): boolean => row.tokens !== undefined;

/** Priced at 0 if it was delivered: rows of errors carry no price. */
const isFreeSale = (row: UsageRow): boolean => row.status !== 'success' || row.expected?.isZero() === true;

/** What a request was sold for: its downstream rows. The settled ones (D) are its sales. */
export class RequestSales extends LedgerSide {
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
    this.model = findFirst(included, earliestFirst)?.model;
    this.channelId = this.#channelId();
    this.delivered = settled.some(isSuccess);
    this.revenue = sumBy(settled, netOf);
    this.restated = settled.length > 1 ? findRestatedRefunds(distinctSales(settled), () => '') : [];
    const repeated = sumBy(this.restated, grossOf);
    this.gross = subtract(sumBy(settled, grossOf), repeated);
    this.refunds = sumBy(settled, refundOf);
    this.net = subtract(this.revenue, repeated);
    this.free = this.delivered && this.gross.isZero() && settled.every(isFreeSale);
    this.tokens = findFirst(filterOrSame(settled, hasTokens), latestFirst)?.tokens;
    this.userIds = listUserIds(included);
  }

  /** That of the latest success which names one, else of the earliest row which does. */
  #channelId(): string | undefined {
    const named = filterOrSame(this.included, namesChannel);
    if (named.length < 2) return named[0]?.channelId;
    return (findFirst(filterOrSame(named, isSuccess), latestFirst) ?? findFirst(named, earliestFirst))
      ?.channelId;
  }

  /** The customer whose request it is: that of the earliest row which names one. */
  get userId(): string | undefined {
    return findFirst(filterOrSame(this.included, namesUser), earliestFirst)?.userId;
  }

  /** The sales that charge more than they refund; one that restates another charges nothing. */
  get charged(): UsageRow[] {
    const { settled, restated } = this;
    const isCharged = ({ net }: UsageRow): boolean => isPositive(net);
    if (restated.length === 0) return filterOrSame(settled, isCharged);
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
    return findFirst(filterOrSame(this.settled, isSuccess), latestFirst)?.estimate;
  }

  /** The log records that a model was asked for in place of the one sold. */
  isMappedTo(model: string): boolean {
    return this.settled.some(({ bought }) => bought !== undefined && agrees(bought, model));
  }
}

/** What providers were paid for a request: its upstream rows. The settled ones (U) are its charges. */
export class RequestCharges extends LedgerSide {
  /** The model sold; without a sale that of the earliest row. */
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
  readonly restated: UsageRow[];
  /** Σ net of the charges, as the totals count them. */
  readonly spent: Decimal;
  /** Σ net of the successes (K). */
  readonly cost: Decimal;

  constructor(rows: UsageRow[], modelSold: string | undefined) {
    super(rows);
    this.model = modelSold ?? findFirst(this.included, earliestFirst)?.model ?? '';
    const { attempts, serving, restated, creditLeft } = buildAttempts(this.settled, this.model);
    this.attempts = attempts;
    this.successes = filterOrSame(attempts, isSuccess);
    this.serving = serving;
    this.creditLeft = creditLeft;
    this.restated = restated;
    this.spent = sumBy(this.settled, netOf);
    this.cost = sumBy(this.successes, netOf);
  }

  /** Σ net of the charges that are copies of others. */
  get copied(): Decimal {
    if (this.attempts.length === this.settled.length) return ZERO;
    const once = new Set(distinctAttempts(this.settled));
    return sumBy(
      this.settled.filter((row) => !once.has(row) && isPositive(row.net)),
      netOf,
    );
  }
}
