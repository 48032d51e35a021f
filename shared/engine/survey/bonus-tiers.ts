import { type Decimal, exceeds, toDecimal } from '../../money/money.ts';
import { formatRatio } from '../../money/ratio.ts';
import type { PaymentRow } from '../rows/row.ts';

/** Number of transactions that make a ratio an offer; fewer are mistakes. */
const TRANSACTIONS_MIN = 3;
/** Largest ratio of an offer. A larger credit was entered in a wrong unit. */
const RATIO_MAX = 2;

/** Transactions by ratio of credit to amount, at most as many of each as a tier needs. */
export type CreditRatios = Map<string, Set<string>>;

/** Ratio of credit to amount in lowest terms: `11:10`. */
export type BonusTier = string;

/**
 * Records the ratio of credit to amount of a payment whose credit is above its amount, but at most twice the amount.
 * Ignores payments that are not settled or not in the report's currency, and orders sold at a price other than their
 * credit.
 */
export function addCreditRatio(into: CreditRatios, row: PaymentRow, currency: string): void {
  const { status, gross, credited, transactionId } = row;
  if (status !== 'settled' || credited === undefined || row.currency !== currency) return;
  if (row.creditOnly !== undefined || row.bought !== undefined) return;
  if (!exceeds(credited, gross) || exceeds(credited, gross.times(RATIO_MAX))) return;
  const ratio = formatRatio(credited, gross);
  const transactions = into.get(ratio);
  if (transactions === undefined) into.set(ratio, new Set([transactionId]));
  else if (transactions.size < TRANSACTIONS_MIN) transactions.add(transactionId);
}

/** A bonus tier with both sides as decimals. */
export interface BonusOffer {
  readonly tier: BonusTier;
  readonly credited: Decimal;
  readonly paid: Decimal;
}

const parseTier = (tier: BonusTier): BonusOffer => {
  const [credited = '', paid = ''] = tier.split(':');
  return { tier, credited: toDecimal(credited), paid: toDecimal(paid) };
};

const highestFirst = (a: BonusOffer, b: BonusOffer): number =>
  exceeds(a.credited.times(b.paid), b.credited.times(a.paid)) ? -1 : 1;

/** Finds ratios of credit to amount (`11:10`) that at least three payments have, the highest first. */
export const findBonusTiers = (ratios: CreditRatios): BonusTier[] =>
  [...ratios]
    .filter(([, transactions]) => transactions.size >= TRANSACTIONS_MIN)
    .map(([ratio]) => parseTier(ratio))
    .sort(highestFirst)
    .map(({ tier }) => tier);

/** Bonus tiers of the operator as a set, and the highest tier as decimals; `undefined` without tiers. */
export interface BonusOffers {
  readonly tiers: ReadonlySet<BonusTier>;
  readonly highest: BonusOffer | undefined;
}

/** Builds a set of the tiers that `findBonusTiers` found, and parses the highest of them. */
export const buildOffers = (tiers: readonly BonusTier[]): BonusOffers => ({
  tiers: new Set(tiers),
  highest: tiers[0] === undefined ? undefined : parseTier(tiers[0]),
});
