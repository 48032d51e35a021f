import {
  atLeastZero,
  compare,
  type Decimal,
  divideExactly,
  exceeds,
  formatRatio,
  isPositive,
  larger,
  smaller,
  ZERO,
} from '../../money/money.ts';
import { distinctPayments } from '../rows/copies.ts';
import type { FewIds } from '../rows/few-ids.ts';
import { earliestTime, findFirst, largerFirst } from '../rows/order.ts';
import { isIncluded, listUserIds, type PaymentRow } from '../rows/row.ts';
import { amountRefunded, byPaymentState, supersedePayments } from '../rows/supersession.ts';
import type { BonusOffers, BonusTier } from '../survey/bonus-tiers.ts';
import { type Context, decideInclusion } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Money was captured at some time: the rows that turnover and credits are counted from. */
export const isCaptured = ({ status }: PaymentRow): boolean =>
  status === 'settled' || status === 'refunded' || status === 'chargeback';

/** Money stayed, or a part of it: the rows that ought to have a credit. */
export const isSettledOrRefunded = ({ status }: PaymentRow): boolean =>
  status === 'settled' || status === 'refunded';

/** Money went back, by whatever status. */
export const hasRefund = (row: PaymentRow): boolean =>
  isSettledOrRefunded(row) && isPositive(amountRefunded(row));

/**
 * Orders the rows of one payment; the first is kept, the others are duplicates. The larger credit comes first, and a row
 * that states none last; then the larger net, the earlier row, and the amounts.
 */
const byValidity = (a: PaymentRow, b: PaymentRow): number =>
  largerFirst(a.credited, b.credited) ||
  compare(b.net, a.net) ||
  a.occurredAt - b.occurredAt ||
  compare(b.gross, a.gross) ||
  compare(amountRefunded(a), amountRefunded(b)) ||
  compare(b.fee ?? ZERO, a.fee ?? ZERO);

/** Gives every payment of one transaction its standing, and marks the superseded ones. */
export function assignPaymentInclusion(rows: readonly PaymentRow[], context: Context): void {
  for (const row of rows) row.inclusion = decideInclusion(row.occurredAt, row.currency, context);
  supersedePayments(rows);
}

/** What a row's own price makes of the money that stayed; nothing where it has none. */
function creditBoughtByRest({ bought, gross, net }: PaymentRow): Decimal | undefined {
  if (bought === undefined || !isPositive(gross)) return undefined;
  return net.eq(gross) ? bought : divideExactly(bought.times(atLeastZero(net)), gross);
}

/**
 * The least credit that ought to stand: of what is settled or refunded, what its order says that the money buys, else
 * the money; after a refund the smaller of the two, for what was granted may go with it; 0 for all else.
 */
export function computeExpectedCredit(row: PaymentRow): Decimal {
  const isReturned = row.status === 'refunded' && row.refund === undefined;
  if (!isSettledOrRefunded(row) || isReturned) return ZERO;
  const rest = atLeastZero(row.net);
  const bought = creditBoughtByRest(row) ?? rest;
  return rest.eq(row.gross) ? bought : smaller(rest, bought);
}

/** The most that a payment buys as a whole: its amount, or more where the operator has granted it. */
export const computeMaxWorth = ({ gross, bought }: PaymentRow): Decimal => larger(gross, bought ?? gross);

/** What the rows of a transaction before one row say was credited. */
interface EarlierCredit {
  largest: Decimal;
  latest: Decimal;
}

/** What is stated before each row that has an earlier one which states a credit. */
function findEarlierCredits(rows: readonly PaymentRow[]): Map<PaymentRow, EarlierCredit> {
  const before = new Map<PaymentRow, EarlierCredit>();
  let stated: EarlierCredit | undefined;
  // Rows of one time and status are none of them the earlier: what they state counts from the next on.
  let at: PaymentRow | undefined;
  let stating: Decimal | undefined;
  for (const row of rows.toSorted(byPaymentState)) {
    if (at === undefined || byPaymentState(at, row) !== 0) {
      if (stating) stated = { largest: larger(stated?.largest ?? ZERO, stating), latest: stating };
      [at, stating] = [row, undefined];
    }
    if (stated) before.set(row, stated);
    if (row.credited) stating = larger(stating ?? ZERO, row.credited);
  }
  return before;
}

/** The included rows of one transaction that nothing supersedes. They share one status. */
export class PaymentGroup {
  readonly transactionId: string;
  readonly rows: PaymentRow[];
  /** The rows without their copies. */
  readonly distinct: PaymentRow[];
  /** Rows in the report's currency that nothing supersedes, whatever their period. */
  readonly current: PaymentRow[];
  /** The row that `duplicate_payment` does not count, whatever its period; `undefined` where there is one row. */
  readonly #counted: PaymentRow | undefined;
  readonly #earlierCredits: ReadonlyMap<PaymentRow, EarlierCredit> | undefined;
  readonly #offers: BonusOffers;
  /** When the earliest of its rows was made. */
  readonly anchor: number;
  readonly transactionIds: FewIds;
  readonly userIds: FewIds;

  /** @param currency the report's */
  constructor(all: PaymentRow[], currency: string, offers: BonusOffers) {
    this.transactionId = all[0]?.transactionId ?? '';
    this.rows = all.every(isIncluded) ? all : all.filter(isIncluded);
    this.distinct = distinctPayments(this.rows);
    const own = all.length > 1 ? all.filter((row) => row.currency === currency) : all;
    this.current = all.length > 1 ? own.filter((row) => !row.superseded) : this.rows;
    this.#counted =
      this.current.length > 1 ? findFirst(distinctPayments(this.current), byValidity) : undefined;
    this.#earlierCredits = own.length > 1 ? findEarlierCredits(own) : undefined;
    this.#offers = offers;
    this.anchor = earliestTime(this.rows);
    this.transactionIds = [this.transactionId];
    this.userIds = listUserIds(this.rows);
  }

  /** Whether the row is the only one of its payment, or the one that `duplicate_payment` does not count. */
  isCounted(row: PaymentRow): boolean {
    return this.#counted === undefined || this.#counted === row;
  }

  /**
   * The most that a finding about a row counts of its amount: nothing where `duplicate_payment` counts the row's credit
   * as a whole; no bound where it does not.
   */
  moneyAvailable(row: PaymentRow): Decimal | undefined {
    return this.isCounted(row) || !isCaptured(row) ? undefined : ZERO;
  }

  /** Whether some row of the payment says what credit stands now. */
  get hasKnownCredit(): boolean {
    return this.current.some((row) => row.credited !== undefined);
  }

  /**
   * The row with the largest excess, for an error that a payment can have once, however many rows repeat it.
   * @returns `undefined` where no row has an excess, or where the row belongs to another period
   */
  findLargestExcess(excessOf: (row: PaymentRow) => Decimal): PaymentRow | undefined {
    const exceeding = this.current.filter((row) => isPositive(excessOf(row)));
    const first = findFirst(exceeding, (a, b) => compare(excessOf(b), excessOf(a)) || byValidity(a, b));
    return first && isIncluded(first) ? first : undefined;
  }

  get subject(): Subject<'payment'> {
    return { kind: 'payment', name: this.transactionId };
  }

  /** The credit that the latest row before this one states, if any does. */
  findEarlierCredit(row: PaymentRow): Decimal | undefined {
    return this.#earlierCredits?.get(row)?.latest;
  }

  /**
   * The most credit that ought to stand. A refund may keep its part of a bonus: what the same share of the credit
   * before it comes to, where that was above the amount; if no earlier row states it, the highest tier is taken.
   */
  computeMaxCredit(row: PaymentRow): Decimal {
    const least = computeExpectedCredit(row);
    if (!isPositive(least)) return least;
    const bought = creditBoughtByRest(row);
    if (bought !== undefined) return larger(atLeastZero(row.net), bought);
    const stated = this.#earlierCredits?.get(row)?.largest;
    const bonus = stated ? { credited: stated, paid: row.gross } : this.#offers.highest;
    if (!bonus || !exceeds(bonus.credited, bonus.paid)) return least;
    return divideExactly(least.times(bonus.credited), bonus.paid);
  }

  /** The tier that explains a credit above the amount: its own ratio, or that of the credit which a refund left. */
  findBonusTier(row: PaymentRow): BonusTier | undefined {
    const { gross, credited } = row;
    const { tiers, highest } = this.#offers;
    if (highest === undefined || credited === undefined) return undefined;
    const isPart = hasRefund(row) && !exceeds(credited, this.computeMaxCredit(row));
    const stated = this.#earlierCredits?.get(row)?.largest;
    if (isPart && stated === undefined) return highest.tier;
    const ratio = formatRatio(isPart && stated ? stated : credited, gross);
    return tiers.has(ratio) ? ratio : undefined;
  }
}
