import { compare, type Decimal, isPositive, toDecimal, toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import type { BillFacts, PriceSteps } from '../../schemas/finding-facts.ts';
import type { Cause } from '../../schemas/report.ts';
import { formatAmount } from './format-amount.ts';
import type { MainCustomer } from './words/parts.ts';

/** Share of a customer in a cause: exact amounts, and the number of findings. */
export interface CustomerShare {
  readonly userId: string;
  readonly amount: string;
  readonly counted: string;
  readonly count: number;
}

/**
 * Amounts of a customer that the table by customer does not contain: refunds of requests, and payments less refunds.
 */
export interface CustomerAccount {
  /** Refunds of requests. */
  readonly refunded: string;
  /** Payments after refunds and chargebacks. */
  readonly paid: string;
}

/** Share of a customer in a finding. */
export type ShareFacts = Pick<CustomerShare, 'userId' | 'count'> &
  Readonly<Record<'amount' | 'counted', Decimal>>;

/** What the findings of a cause have in common, including findings that are not listed. */
export interface CauseTraits {
  /** Shares of customers, the largest amount first. */
  readonly shares: readonly CustomerShare[];
  /**
   * Ratio of charge and price, such as `0.6`, if it is the same for all requests (at least two); `0` if all requests
   * (at least one) were charged nothing; else null.
   */
  readonly factor: string | null;
  /** Number of requests or payments, if it differs from the number of findings. */
  readonly cases?: number;
  /** Price change around the start of most of the requests, and the number of these requests. */
  readonly repriced?: { readonly steps: PriceSteps; readonly count: number };
  /** Reason why the bill differs from its estimate, for a cause with one finding. */
  readonly bill?: BillFacts;
  /** Delivered requests of a model, and those of them that were charged nothing, for a cause with one finding. */
  readonly uncharged?: Uncharged;
  /** Number of refunded payments whose credit is unknown, for a cause with one finding. */
  readonly refunds?: number;
  /** Names of the bills that the cause is about. Absent if these are all bills, or if it needs none. */
  readonly bills?: readonly string[];
  /** Days with requests or payments of the cause, in order. Absent if the days of some are unknown. */
  readonly days?: readonly string[];
}

/** Delivered requests, and how many of them were charged nothing. */
export interface Uncharged {
  readonly uncharged: number;
  readonly delivered: number;
}

/** Most customers of a cause in a saved page. */
const SHARES_MAX = 50;

/** Returns the traits with only the 50 customers with the largest shares, to keep a saved page small. */
export const shortenTraits = (traits: CauseTraits): CauseTraits => ({
  ...traits,
  shares: traits.shares.slice(0, SHARES_MAX),
});

/** Adds up shares by customer. */
export class Shares {
  readonly #byUser = new Map<string, { readonly amount: Sum; readonly counted: Sum; count: number }>();

  /**
   * Adds a customer's share of one or several findings: its amount, the part of it that totals include (`counted`), and
   * the number of these findings (`count`).
   */
  add({ userId, amount, counted, count }: ShareFacts): void {
    const share = this.#byUser.get(userId) ?? { amount: new Sum(), counted: new Sum(), count: 0 };
    this.#byUser.set(userId, share);
    share.amount.add(amount);
    share.counted.add(counted);
    share.count += count;
  }

  /** Sums by customer, the largest amount first. Leaves out customers whose amount is not above 0. */
  get all(): CustomerShare[] {
    return [...this.#byUser]
      .map(([userId, { amount, counted, count }]) => {
        return [userId, { amount: amount.value, counted: counted.value, count }] as const;
      })
      .filter(([, { amount }]) => isPositive(amount))
      .toSorted(([, a], [, b]) => compare(b.amount, a.amount))
      .map(([userId, { amount, counted, count }]) => ({
        userId,
        count,
        amount: toPlainText(amount),
        counted: toPlainText(counted),
      }));
  }
}

/** Merges lists of days. Undefined if one of them is unknown. */
const mergeDays = (lists: readonly (readonly string[] | undefined)[]): string[] | undefined =>
  lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((days) => days ?? []))].sort();

/**
 * Merges the traits (what the findings of a cause have in common) of causes that have the same code and the same ratio
 * of charge and price (`factor`). Adds up the shares of each customer and the numbers of requests.
 */
export function mergeTraits(
  parts: readonly { readonly cause: Cause; readonly traits: CauseTraits }[],
): CauseTraits {
  const all = parts.map(({ traits }) => traits);
  const shares = new Shares();
  for (const traits of all)
    for (const { amount, counted, ...share } of traits.shares)
      shares.add({ ...share, amount: toDecimal(amount), counted: toDecimal(counted) });
  const [first] = all;
  const days = mergeDays(all.map((traits) => traits.days));
  const bills = [...new Set(all.flatMap((traits) => traits.bills ?? []))];
  return {
    ...(bills.length > 0 && { bills }),
    ...(days && { days }),
    factor: first?.factor ?? null,
    shares: shares.all,
    cases: parts.reduce((sum, { cause, traits }) => sum + (traits.cases ?? cause.count), 0),
    ...(first?.repriced && {
      repriced: {
        steps: first.repriced.steps,
        count: all.reduce((sum, { repriced }) => sum + (repriced?.count ?? 0), 0),
      },
    }),
  };
}

/**
 * Returns the customer with the largest share of a cause, if the share is more than half of the cause's amount (any
 * share for the code `estimated_loss_user`). Null if there is no such customer.
 */
export function findMainCustomer(
  { code, amount }: Cause,
  { shares: [first] }: CauseTraits,
): MainCustomer | null {
  if (first === undefined || amount === null) return null;
  const [part, all] = [toDecimal(first.amount), toDecimal(amount)];
  // For `estimated_loss_user`, name the largest customer even if its share is small.
  if (compare(part.times(2), all) <= 0 && code !== 'estimated_loss_user') return null;
  return {
    userId: first.userId,
    amount: first.amount,
    isAlone: compare(part, all) === 0,
    isNearlyAll: formatAmount(first.amount) === formatAmount(amount),
  };
}
