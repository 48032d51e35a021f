import {
  atLeastZero,
  compare,
  type Decimal,
  exceeds,
  isEqual,
  isPositive,
  larger,
  smaller,
  ZERO,
} from '../../money/money.ts';
import { divideExactly, formatRatio } from '../../money/ratio.ts';
import { removeCopiedPayments } from '../rows/copies.ts';
import { findEarliestTime, findFirst, largerFirst } from '../rows/order.ts';
import type { FewIds } from '../rows/row.ts';
import { isIncluded, listUserIds, type PaymentRow } from '../rows/row.ts';
import { byPaymentState, computeRefund, supersedePayments } from '../rows/supersession.ts';
import type { BonusOffers, BonusTier } from '../survey/bonus-tiers.ts';
import { type Context, decideInclusion } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Returns whether the customer paid, even if the money was returned later: settled, refunded or charged back. */
export const isCaptured = ({ status }: PaymentRow): boolean =>
  status === 'settled' || status === 'refunded' || status === 'chargeback';

/** Returns whether a payment is settled or refunded: only then should it have credit, for what was not refunded. */
export const isSettledOrRefunded = ({ status }: PaymentRow): boolean =>
  status === 'settled' || status === 'refunded';

/** Returns whether a payment with the status `settled` or `refunded` has a refund, in full or in part. */
export const hasRefund = (row: PaymentRow): boolean =>
  isSettledOrRefunded(row) && isPositive(computeRefund(row));

/** Sorts rows of a payment, the valid one first: larger credits (unknown ones last), larger nets, earlier ones. */
const byValidity = (a: PaymentRow, b: PaymentRow): number =>
  largerFirst(a.credited, b.credited) ||
  compare(b.net, a.net) ||
  a.occurredAt - b.occurredAt ||
  compare(b.gross, a.gross) ||
  compare(computeRefund(a), computeRefund(b)) ||
  compare(b.fee ?? ZERO, a.fee ?? ZERO);

/** Sets `inclusion` of the rows of a transaction, and `superseded` of rows that a later state replaces. */
export function assignPaymentInclusion(rows: readonly PaymentRow[], context: Context): void {
  for (const row of rows) row.inclusion = decideInclusion(row.occurredAt, row.currency, context);
  supersedePayments(rows);
}

/** Returns the credit that the remaining money buys at the order's own price; `undefined` without such a price. */
function creditBoughtByRest({ bought, gross, net }: PaymentRow): Decimal | undefined {
  if (bought === undefined || !isPositive(gross)) return undefined;
  return isEqual(net, gross) ? bought : divideExactly(bought.times(atLeastZero(net)), gross);
}

/**
 * Computes the least credit for a payment: that of its order (`bought`) or, without one, the amount; after a partial
 * refund, the smaller of the amount left and the same part of `bought`; 0 unless the customer paid and keeps credit.
 */
export function computeExpectedCredit(row: PaymentRow): Decimal {
  const isReturned = row.status === 'refunded' && row.refund === undefined;
  if (!isSettledOrRefunded(row) || isReturned) return ZERO;
  const rest = atLeastZero(row.net);
  const bought = creditBoughtByRest(row) ?? rest;
  return isEqual(rest, row.gross) ? bought : smaller(rest, bought);
}

/** Computes the largest credit without a refund: the amount, or the credit of the order (`bought`) if larger. */
export const computeMaxWorth = ({ gross, bought }: PaymentRow): Decimal => larger(gross, bought ?? gross);

/** Credits in the earlier rows of a transaction. */
interface EarlierCredit {
  largest: Decimal;
  latest: Decimal;
}

/** Finds, for each row, the credits of earlier rows, if there are any. */
function findEarlierCredits(rows: readonly PaymentRow[]): Map<PaymentRow, EarlierCredit> {
  const before = new Map<PaymentRow, EarlierCredit>();
  let earlier: EarlierCredit | undefined;
  // Rows of the same time and status are not earlier than each other, so their credit counts only for later rows.
  let at: PaymentRow | undefined;
  let current: Decimal | undefined;
  for (const row of rows.toSorted(byPaymentState)) {
    if (at === undefined || byPaymentState(at, row) !== 0) {
      if (current) earlier = { largest: larger(earlier?.largest ?? ZERO, current), latest: current };
      [at, current] = [row, undefined];
    }
    if (earlier) before.set(row, earlier);
    if (row.credited) current = larger(current ?? ZERO, row.credited);
  }
  return before;
}

/** A payment: the rows of one transaction. */
export class PaymentGroup {
  readonly transactionId: string;
  /** Rows that are in the period and the report's currency, and not superseded. They have the same status. */
  readonly rows: PaymentRow[];
  /** `rows` without copies. */
  readonly distinct: PaymentRow[];
  /** Rows in the report's currency that are not superseded, inside and outside the period. */
  readonly current: PaymentRow[];
  /** Row that `duplicate_payment` does not count, of any period; `undefined` if there is only one row. */
  readonly #counted: PaymentRow | undefined;
  readonly #earlierCredits: ReadonlyMap<PaymentRow, EarlierCredit> | undefined;
  readonly #offers: BonusOffers;
  /** Time of the earliest of `rows`, in epoch milliseconds. */
  readonly time: number;
  /** Only `transactionId`, as the list of ids for findings. */
  readonly transactionIds: FewIds;
  /** Customers of `rows`: at most the first 20 ids. */
  readonly userIds: FewIds;

  /** Takes all rows of the transaction, the currency of the report, and the bonus tiers that seem to be on offer. */
  constructor(all: PaymentRow[], currency: string, offers: BonusOffers) {
    this.transactionId = all[0]?.transactionId ?? '';
    this.rows = all.every(isIncluded) ? all : all.filter(isIncluded);
    this.distinct = removeCopiedPayments(this.rows);
    const own = all.length > 1 ? all.filter((row) => row.currency === currency) : all;
    this.current = all.length > 1 ? own.filter((row) => !row.superseded) : this.rows;
    this.#counted =
      this.current.length > 1 ? findFirst(removeCopiedPayments(this.current), byValidity) : undefined;
    this.#earlierCredits = own.length > 1 ? findEarlierCredits(own) : undefined;
    this.#offers = offers;
    this.time = findEarliestTime(this.rows);
    this.transactionIds = [this.transactionId];
    this.userIds = listUserIds(this.rows);
  }

  /** Returns whether a row is the only one, or the one of several that `duplicate_payment` does not report. */
  isCounted(row: PaymentRow): boolean {
    return this.#counted === undefined || this.#counted === row;
  }

  /** Limits what findings about a row count: 0 if `duplicate_payment` counts its credit, else `undefined`. */
  moneyAvailable(row: PaymentRow): Decimal | undefined {
    return this.isCounted(row) || !isCaptured(row) ? undefined : ZERO;
  }

  /** Whether at least one of the `current` rows contains a credit. */
  get hasKnownCredit(): boolean {
    return this.current.some((row) => row.credited !== undefined);
  }

  /**
   * Finds the row with the largest excess, so that an error that several rows repeat is reported once; `undefined`
   * without an excess above 0, or if that row is outside the period.
   */
  findLargestExcess(excessOf: (row: PaymentRow) => Decimal): PaymentRow | undefined {
    const exceeding = this.current.filter((row) => isPositive(excessOf(row)));
    const first = findFirst(exceeding, (a, b) => compare(excessOf(b), excessOf(a)) || byValidity(a, b));
    return first && isIncluded(first) ? first : undefined;
  }

  /** The payment as the subject of findings. */
  get subject(): Subject<'payment'> {
    return { kind: 'payment', name: this.transactionId };
  }

  /** Returns the credit of the latest row with a credit before this row; `undefined` if there is none. */
  findEarlierCredit(row: PaymentRow): Decimal | undefined {
    return this.#earlierCredits?.get(row)?.latest;
  }

  /**
   * Computes the largest credit that the customer may have for a row: the expected credit with the bonus of an earlier
   * row or, if there is none, of the highest bonus tier. There is no bonus if the order has its own credit (`bought`).
   */
  computeMaxCredit(row: PaymentRow): Decimal {
    const least = computeExpectedCredit(row);
    if (!isPositive(least)) return least;
    const bought = creditBoughtByRest(row);
    if (bought !== undefined) return larger(atLeastZero(row.net), bought);
    const earlier = this.#earlierCredits?.get(row)?.largest;
    const bonus = earlier ? { credited: earlier, paid: row.gross } : this.#offers.highest;
    if (!bonus || !exceeds(bonus.credited, bonus.paid)) return least;
    return divideExactly(least.times(bonus.credited), bonus.paid);
  }

  /** Finds the bonus tier that explains why a credit is above the amount, or what a refund left of it. */
  findBonusTier(row: PaymentRow): BonusTier | undefined {
    const { gross, credited } = row;
    const { tiers, highest } = this.#offers;
    if (highest === undefined || credited === undefined) return undefined;
    const isPart = hasRefund(row) && !exceeds(credited, this.computeMaxCredit(row));
    const earlier = this.#earlierCredits?.get(row)?.largest;
    if (isPart && earlier === undefined) return highest.tier;
    const ratio = formatRatio(isPart && earlier ? earlier : credited, gross);
    return tiers.has(ratio) ? ratio : undefined;
  }
}
