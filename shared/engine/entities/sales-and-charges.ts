import { type Decimal, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { removeCopiedCharges, removeCopiedSales } from '../rows/copies.ts';
import { isSameDisplayName } from '../rows/model-name.ts';
import { earliestFirst, findFirst, latestFirst } from '../rows/order.ts';
import type { FewIds } from '../rows/row.ts';
import {
  grossOf,
  isIncluded,
  isPending,
  listUserIds,
  netOf,
  refundOf,
  type SaleEstimate,
  type UsageRow,
} from '../rows/row.ts';
import { buildAttempts, findRestatedRefunds } from './upstream-attempts.ts';

/** Filters rows. Returns the same list if all pass, which is the usual case. */
const filterOrSame = (rows: UsageRow[], keeps: (row: UsageRow) => boolean): UsageRow[] =>
  rows.every(keeps) ? rows : rows.filter(keeps);

const isSuccess = (row: UsageRow): boolean => row.status === 'success';
const isSettled = (row: UsageRow): boolean => !isPending(row);
const isForeign = (row: UsageRow): boolean => !row.superseded && row.inclusion === 'currencyExcluded';

/** Rows of a request in one usage ledger. */
class LedgerRows {
  /** All rows, also superseded ones and those in other currencies. */
  readonly rows: UsageRow[];
  /** Included rows, also pending ones. */
  readonly included: UsageRow[];
  /** Settled included rows, also copies. */
  readonly settled: UsageRow[];
  /** Whether some row is pending, and whether some row is in another currency. */
  readonly hasPendingRow: boolean;
  readonly hasForeignRow: boolean;

  constructor(rows: UsageRow[]) {
    this.rows = rows;
    this.included = filterOrSame(rows, isIncluded);
    this.settled = filterOrSame(this.included, isSettled);
    this.hasPendingRow = this.settled.length < this.included.length;
    this.hasForeignRow = rows.some(isForeign);
  }
}

const NO_COST: SaleEstimate = { total: ZERO, kinds: [] };

const namesUser = (row: UsageRow): boolean => row.userId !== undefined;
const namesChannel = (row: UsageRow): boolean => row.channelId !== undefined;
const isEstimated = (row: UsageRow): boolean => row.estimate !== undefined;
const hasTokens = (row: UsageRow): boolean => row.tokens !== undefined;

/** Returns whether a sale had a price of 0. Rows of errors have no price. */
const isFreeSale = (row: UsageRow): boolean => row.status !== 'success' || row.expected?.isZero() === true;

/** Sales of a request: its rows in the log, with what the customer was charged and refunded. */
export class RequestSales extends LedgerRows {
  /** Model of the earliest row. */
  readonly model: string | undefined;
  /** Channel of the sale; `undefined` if no row names one. */
  readonly channelId: string | undefined;
  /** Whether at least one row has the status `success`. */
  readonly isDelivered: boolean;
  /** Gross minus refund, summed over all settled rows. It includes the amounts that `restated` rows repeat. */
  readonly revenue: Decimal;
  /** Refund rows that repeat the amount of the charge, so that `revenue` contains it twice. */
  readonly restated: UsageRow[];
  /** Sum of the gross amounts, without those that `restated` rows repeat. */
  readonly gross: Decimal;
  /** Sum of the refunds. */
  readonly refunds: Decimal;
  /** Amount that the customer was charged in the end: `gross` minus `refunds`. */
  readonly net: Decimal;
  /** Whether the request was meant to be free: it was delivered, and both its price and its charge are 0. */
  readonly isFree: boolean;
  /** Tokens of the latest row with tokens, to compare with the serving attempt; `undefined` if no row has tokens. */
  readonly tokens: Tokens | undefined;
  /** Customers of the rows: at most the first 20 ids. */
  readonly userIds: FewIds;

  constructor(rows: UsageRow[]) {
    super(rows);
    const { included, settled } = this;
    this.model = findFirst(included, earliestFirst)?.model;
    this.channelId = this.#channelId();
    this.isDelivered = settled.some(isSuccess);
    this.revenue = sumBy(settled, netOf);
    this.restated = settled.length > 1 ? findRestatedRefunds(removeCopiedSales(settled), () => '') : [];
    const repeated = sumBy(this.restated, grossOf);
    this.gross = subtract(sumBy(settled, grossOf), repeated);
    this.refunds = sumBy(settled, refundOf);
    this.net = subtract(this.revenue, repeated);
    this.isFree = this.isDelivered && this.gross.isZero() && settled.every(isFreeSale);
    this.tokens = findFirst(filterOrSame(settled, hasTokens), latestFirst)?.tokens;
    this.userIds = listUserIds(included);
  }

  /** Returns the channel of the latest success that names one, otherwise of the earliest row that does. */
  #channelId(): string | undefined {
    const named = filterOrSame(this.included, namesChannel);
    if (named.length < 2) return named[0]?.channelId;
    return (findFirst(filterOrSame(named, isSuccess), latestFirst) ?? findFirst(named, earliestFirst))
      ?.channelId;
  }

  /** Customer of the earliest row that names one. */
  get userId(): string | undefined {
    return findFirst(filterOrSame(this.included, namesUser), earliestFirst)?.userId;
  }

  /** Settled rows whose charge is above their refund, without the `restated` rows. */
  get chargedRows(): UsageRow[] {
    const { settled, restated } = this;
    const isCharged = ({ net }: UsageRow): boolean => isPositive(net);
    if (restated.length === 0) return filterOrSame(settled, isCharged);
    const repeating = new Set(restated);
    return settled.filter((row) => isCharged(row) && !repeating.has(row));
  }

  /** Longest duration of the rows, in seconds; 0 if the log contains no durations. */
  get seconds(): number {
    return Math.max(0, ...this.settled.map(({ seconds = 0 }) => seconds));
  }

  /** Number of attempts that the log counts; `undefined` if it does not count those of every row. */
  get attempts(): number | undefined {
    const sum = this.settled.reduce((all, { attempts = Number.NaN }) => all + attempts, 0);
    return Number.isNaN(sum) ? undefined : sum;
  }

  /** Estimated cost: 0 if the request failed, `unpriced` if no price applies, `undefined` if none are configured. */
  get estimate(): SaleEstimate | 'unpriced' | undefined {
    if (!this.settled.some(isEstimated)) return undefined;
    if (!this.isDelivered) return NO_COST;
    return findFirst(filterOrSame(this.settled, isSuccess), latestFirst)?.estimate;
  }

  /** Returns whether the log records that this model was requested instead of the model sold. */
  isMappedTo(model: string): boolean {
    return this.settled.some(({ bought }) => bought !== undefined && isSameDisplayName(bought, model));
  }
}

/** Charges of providers for a request: its rows in the bill, merged to attempts. */
export class RequestCharges extends LedgerRows {
  /** Model sold; without a sale, the model of the earliest row. */
  readonly model: string;
  /** One row per attempt, without copies and credit notes. Its net amount is reduced by the credit notes. */
  readonly attempts: UsageRow[];
  /** Attempts with status `success`. */
  readonly successes: UsageRow[];
  /** Latest successful attempt, which served the customer; `undefined` if no attempt succeeded. */
  readonly serving: UsageRow | undefined;
  /** Amount by which credit notes exceed the cost of the attempts. */
  readonly creditLeft: Decimal;
  /** Refund rows that repeat the amount of the charge, so that `totalCost` contains it twice. */
  readonly restated: UsageRow[];
  /** Net cost of all settled rows, including copies and failed attempts. */
  readonly totalCost: Decimal;
  /** Net cost of the successful attempts. */
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
    this.totalCost = sumBy(this.settled, netOf);
    this.cost = sumBy(this.successes, netOf);
  }

  /** Net cost of the rows that `removeCopiedCharges` removes: all copies of a charge but one. */
  get copiedCost(): Decimal {
    if (this.attempts.length === this.settled.length) return ZERO;
    const once = new Set(removeCopiedCharges(this.settled));
    return sumBy(
      this.settled.filter((row) => !once.has(row) && isPositive(row.net)),
      netOf,
    );
  }
}
