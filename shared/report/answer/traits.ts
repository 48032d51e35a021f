import type { BillDetails } from '../../engine/words/bill-reason.ts';
import {
  compare,
  type Decimal,
  decimal,
  exceeds,
  isPositive,
  plain,
  quotient,
  smaller,
  ZERO,
} from '../../money/money.ts';
import type { Cause, Finding } from '../../schemas/report.ts';
import { causeKey, exactAmount } from './findings-of-cause.ts';
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
  /** How the price of their model was changed while most of them began, as their details say, and how many these are. */
  readonly repriced?: { readonly text: string; readonly count: number };
  /** Why the bill differs from its estimate, as the details of the only finding say. */
  readonly bill?: BillDetails;
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
      amount: decimal(amount).plus(known?.amount ?? ZERO),
      counted: decimal(counted).plus(known?.counted ?? ZERO),
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
        amount: plain(amount),
        counted: plain(counted),
      }));
  }
}

/** What single customers have of a finding: it names one, or lists several with their amounts. */
function sharesIn(finding: Finding): readonly Share[] {
  const { userId, byUser, counted }: Record<string, unknown> = finding.details ?? {};
  if (typeof userId === 'string')
    return [{ userId, amount: exactAmount(finding) ?? '0', counted: String(counted ?? 0), count: 1 }];
  if (!Array.isArray(byUser)) return [];
  return byUser.map(({ userId, amount }) => ({ userId, amount, counted: '0', count: 0 }));
}

/** A finding about a request or a payment is one case of it; one about a ledger or a model says how many it holds. */
const casesOf = ({ requestId, transactionId, details }: Finding): number =>
  requestId === undefined && transactionId === undefined ? Number(details?.count ?? 1) : 1;

/** What is said of a bill beside its estimate, and no more. */
const BILL_DETAILS = [
  ...['kind', 'factor', 'firstBucket', 'buckets', 'bucketCount'],
  ...['grain', 'span', 'tokens', 'offsetHours', 'billed', 'estimated', 'refunded'],
];

function billIn({ details = {} }: Finding): BillDetails | undefined {
  if (typeof details.kind !== 'string' || details.billed === undefined) return undefined;
  return Object.fromEntries(Object.entries(details).filter(([name]) => BILL_DETAILS.includes(name)));
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
  return plain(near ?? factor.decimalPlaces(FACTOR_PLACES.length + 1));
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
  #bill: BillDetails | undefined;
  readonly #repriced = new Map<string, number>();

  add(finding: Finding): void {
    this.#findings++;
    this.#cases += casesOf(finding);
    for (const share of sharesIn(finding)) this.#shares.add(share);
    this.#compare(finding.details ?? {});
    this.#bill = billIn(finding);
    const { repriced }: Record<string, unknown> = finding.details ?? {};
    if (typeof repriced === 'string') this.#repriced.set(repriced, (this.#repriced.get(repriced) ?? 0) + 1);
  }

  #compare({ charged, expected }: Record<string, unknown>): void {
    const [paid, price] = [Number(charged), Number(expected)];
    if (!(paid > 0 && price > 0)) {
      this.#isPriced = false;
      return;
    }
    this.#charged = this.#charged.plus(decimal(String(charged)));
    this.#expected = this.#expected.plus(decimal(String(expected)));
    this.#least = Math.min(this.#least, paid / price);
    this.#most = Math.max(this.#most, paid / price);
  }

  get #factor(): string | null {
    if (this.#findings < 2 || !this.#isPriced || !isPositive(this.#expected)) return null;
    if (this.#most - this.#least > FACTOR_DIFFERENCE_MAX * this.#most) return null;
    return factorText(quotient(this.#charged, this.#expected));
  }

  get traits(): Traits {
    const most = [...this.#repriced].find(([, count]) => 2 * count > this.#findings);
    const bill = this.#findings === 1 ? this.#bill : undefined;
    return {
      shares: this.#shares.all,
      factor: this.#factor,
      ...(this.#cases !== this.#findings && { cases: this.#cases }),
      ...(bill && { bill }),
      ...(most && { repriced: { text: most[0], count: most[1] } }),
    };
  }
}

/** What the findings of each cause have in common, listed or not. */
export function traitsOf(causes: readonly Cause[], findings: Iterable<Finding>): Traits[] {
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
        text: first.repriced.text,
        count: all.reduce((sum, { repriced }) => sum + (repriced?.count ?? 0), 0),
      },
    }),
  };
}

/** The customer with more than half of a cause's money, if there is one. */
export function standoutOf({ amount }: Cause, { shares: [first] }: Traits): Standout | null {
  if (first === undefined || amount === null) return null;
  const [part, whole] = [decimal(first.amount), decimal(amount)];
  if (compare(part.times(2), whole) <= 0) return null;
  return {
    userId: first.userId,
    amount: first.amount,
    isAlone: compare(part, whole) === 0,
    isNearlyAll: shown(first.amount) === shown(amount),
  };
}
