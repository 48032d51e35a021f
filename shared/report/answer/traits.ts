import {
  compare,
  type Decimal,
  divide,
  exceeds,
  isPositive,
  smaller,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { BillFacts, PriceSteps, Reasons } from '../../schemas/finding-facts.ts';
import type { Cause, Finding } from '../../schemas/report.ts';
import { causeKey } from './findings-of-cause.ts';
import { shown } from './shown.ts';
import type { Standout } from './words/parts.ts';

/** What a customer has of a cause: exact decimals, and findings. */
export interface Share {
  readonly userId: string;
  readonly amount: string;
  readonly counted: string;
  readonly count: number;
}

/** What all findings of a cause have in common, listed or not. */
export interface Traits {
  /** Customers by their money, most first. */
  readonly shares: readonly Share[];
  /** Part of its price that each request was charged, where it is the same of several and of all: a decimal such as `0.6`. */
  readonly factor: string | null;
  /** How many requests or payments they stand for, where it is not one each. */
  readonly cases?: number;
  /** How the price of their model was changed while most of them began, and how many these are. */
  readonly repriced?: { readonly steps: PriceSteps; readonly count: number };
  /** Why the bill of the only finding differs from its estimate. */
  readonly bill?: BillFacts;
}

/** What the traits of a cause are made of: the facts of one finding. */
export interface FindingFacts extends Pick<Finding, 'code' | 'model' | 'channelId'> {
  /** Requests or payments that it stands for. */
  readonly cases: number;
  /** What single customers have of it. */
  readonly shares: readonly Share[];
  readonly charged?: Decimal | undefined;
  readonly expected?: Decimal | undefined;
  readonly reasons?: Reasons | undefined;
}

/** Customers that travel with a page. */
const SHARES_MAX = 50;

/** As much of it as a page needs. */
export const travelling = (traits: Traits): Traits => ({
  ...traits,
  shares: traits.shares.slice(0, SHARES_MAX),
});

/** What single customers have, added up. */
class Shares {
  readonly #byUser = new Map<string, { amount: Decimal; counted: Decimal; count: number }>();

  add({ userId, amount, counted, count }: Share): void {
    const known = this.#byUser.get(userId);
    this.#byUser.set(userId, {
      amount: toDecimal(amount).plus(known?.amount ?? ZERO),
      counted: toDecimal(counted).plus(known?.counted ?? ZERO),
      count: count + (known?.count ?? 0),
    });
  }

  /** Most money first. */
  get all(): Share[] {
    return [...this.#byUser]
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

/** Charges are rounded to the gateway's unit: what differs by less than this is one factor. */
const FACTOR_DIFFERENCE_MAX = 0.004;
const FACTOR_PLACES = [2, 3, 4, 5, 6];

/** With as few decimals as tell it from nothing, and from the whole price: `0.6`, `0.0012`, `0.996`. */
function factorText(factor: Decimal): string {
  const most = smaller(factor, factor.minus(1).abs()).times(FACTOR_DIFFERENCE_MAX);
  const near = FACTOR_PLACES.map((places) => factor.decimalPlaces(places)).find(
    (rounded) => !exceeds(rounded.minus(factor).abs(), most),
  );
  return toPlainText(near ?? factor.decimalPlaces(FACTOR_PLACES.length + 1));
}

/** Adds up what findings of one cause have in common. */
class Gathering {
  readonly #shares = new Shares();
  #charged: Decimal = ZERO;
  #expected: Decimal = ZERO;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #isPriced = true;
  #findings = 0;
  #cases = 0;
  #bill: BillFacts | undefined;
  /** By their text. */
  readonly #repriced = new Map<string, { readonly steps: PriceSteps; readonly count: number }>();

  add({ cases, shares, charged, expected, reasons: { bill, repriced } = {} }: FindingFacts): void {
    this.#findings++;
    this.#cases += cases;
    for (const share of shares) this.#shares.add(share);
    this.#compare(charged, expected);
    this.#bill = bill;
    if (repriced === undefined) return;
    const text = JSON.stringify(repriced);
    this.#repriced.set(text, { steps: repriced, count: 1 + (this.#repriced.get(text)?.count ?? 0) });
  }

  #compare(charged: Decimal = ZERO, expected: Decimal = ZERO): void {
    const [paid, price] = [charged.toNumber(), expected.toNumber()];
    if (!(paid > 0 && price > 0)) {
      this.#isPriced = false;
      return;
    }
    this.#charged = this.#charged.plus(charged);
    this.#expected = this.#expected.plus(expected);
    this.#least = Math.min(this.#least, paid / price);
    this.#most = Math.max(this.#most, paid / price);
  }

  get #factor(): string | null {
    if (this.#findings < 2 || !this.#isPriced || !isPositive(this.#expected)) return null;
    if (this.#most - this.#least > FACTOR_DIFFERENCE_MAX * this.#most) return null;
    return factorText(divide(this.#charged, this.#expected));
  }

  get traits(): Traits {
    const repriced = [...this.#repriced.values()].find(({ count }) => 2 * count > this.#findings);
    const bill = this.#findings === 1 ? this.#bill : undefined;
    return {
      shares: this.#shares.all,
      factor: this.#factor,
      ...(this.#cases !== this.#findings && { cases: this.#cases }),
      ...(bill && { bill }),
      ...(repriced && { repriced }),
    };
  }
}

/** What the findings of each cause have in common, listed or not. */
export function traitsOf(causes: readonly Cause[], findings: Iterable<FindingFacts>): Traits[] {
  const byCause = new Map<string, Gathering>();
  for (const finding of findings) {
    const key = causeKey(finding);
    const gathering = byCause.get(key) ?? new Gathering();
    byCause.set(key, gathering);
    gathering.add(finding);
  }
  return causes.map((cause) => byCause.get(causeKey(cause))?.traits ?? { shares: [], factor: null });
}

/** What several causes of one code and factor have in common together: customers of all, most money first. */
export function traitsTogether(parts: readonly { readonly cause: Cause; readonly traits: Traits }[]): Traits {
  const all = parts.map(({ traits }) => traits);
  const shares = new Shares();
  for (const { shares: own } of all) for (const share of own) shares.add(share);
  const [first] = all;
  return {
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

/** The customer with more than half of a cause's money, if there is one. */
export function standoutOf({ amount }: Cause, { shares: [first] }: Traits): Standout | null {
  if (first === undefined || amount === null) return null;
  const [part, whole] = [toDecimal(first.amount), toDecimal(amount)];
  if (compare(part.times(2), whole) <= 0) return null;
  return {
    userId: first.userId,
    amount: first.amount,
    isAlone: compare(part, whole) === 0,
    isNearlyAll: shown(first.amount) === shown(amount),
  };
}
