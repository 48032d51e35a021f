import { formatDay } from '../../instant.ts';
import {
  computeRate,
  type Decimal,
  divide,
  exceeds,
  isPositive,
  smaller,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import type { BillFacts, PriceSteps, Reasons } from '../../schemas/finding-facts.ts';
import type { Cause, Finding } from '../../schemas/report.ts';
import { toWallTime } from '../../zoned-time.ts';
import { buildCauseKey } from '../answer/findings-of-cause.ts';
import { type CauseTraits, type ShareFacts, Shares } from '../answer/traits.ts';
import { type Draft, findName } from './drafts.ts';

/** Facts of a finding from which the traits of its cause are computed. */
export interface FindingFacts extends Pick<Finding, 'code' | 'model' | 'channelId'> {
  /** Number of requests or payments. */
  readonly cases: number;
  /** Shares of customers. */
  readonly shares: readonly ShareFacts[];
  readonly charged?: Decimal | undefined;
  readonly expected?: Decimal | undefined;
  readonly counts?: Readonly<Record<string, number>> | undefined;
  readonly reasons?: Reasons | undefined;
  /** Days of its requests or payments. Undefined if they are unknown. */
  readonly days?: readonly string[] | undefined;
}

/** Relative difference up to which factors count as equal, because charges are rounded to quota units. */
const FACTOR_DIFFERENCE_MAX = 0.004;
/** Least distance of a factor from 1. Rounding explains a smaller one; nobody sets such a ratio. */
const FACTOR_DISTANCE_MIN = 0.001;
const FACTOR_PLACES = [2, 3, 4, 5, 6];

/** Formats a factor with as few decimals as needed to distinguish it from 0 and from 1: `0.6`, `0.0012`, `0.996`. */
function formatFactor(factor: Decimal): string {
  const most = smaller(factor, factor.minus(1).abs()).times(FACTOR_DIFFERENCE_MAX);
  const near = FACTOR_PLACES.map((places) => factor.decimalPlaces(places)).find(
    (rounded) => !exceeds(rounded.minus(factor).abs(), most),
  );
  return toPlainText(near ?? factor.decimalPlaces(FACTOR_PLACES.length + 1));
}

/** Computes the traits of a cause from its findings. */
class TraitAccumulator {
  readonly #shares = new Shares();
  readonly #charged = new Sum();
  readonly #expected = new Sum();
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #isPriced = true;
  /** Number of findings about a request with a price that was charged nothing. */
  #free = 0;
  #findings = 0;
  #cases = 0;
  #bill: BillFacts | undefined;
  readonly #days = new Set<string>();
  #areDaysKnown = true;
  #counts: Readonly<Record<string, number>> = {};
  /** Price changes by their JSON text, with the number of findings. */
  readonly #repriced = new Map<string, { readonly steps: PriceSteps; readonly count: number }>();

  add({
    code,
    cases,
    shares,
    charged,
    expected,
    counts = {},
    reasons: { bill, repriced } = {},
    days,
  }: FindingFacts): void {
    for (const day of days ?? []) this.#days.add(day);
    if (days === undefined) this.#areDaysKnown = false;
    this.#counts = counts;
    this.#findings++;
    this.#cases += cases;
    for (const share of shares) this.#shares.add(share);
    // Free requests are counted only for this code. In findings about payments, `charged` is the credit and `expected`
    // what was paid.
    this.#compare(code === 'price_undercharge', charged, expected);
    this.#bill = bill;
    if (repriced === undefined) return;
    const text = JSON.stringify(repriced);
    this.#repriced.set(text, { steps: repriced, count: 1 + (this.#repriced.get(text)?.count ?? 0) });
  }

  #compare(isRequest: boolean, charged: Decimal = ZERO, expected: Decimal = ZERO): void {
    const isPriced = isPositive(expected);
    const rate = isPriced && isPositive(charged) ? computeRate(charged, expected) : null;
    if (rate === null) {
      this.#isPriced = false;
      if (isRequest && isPriced && charged.isZero()) this.#free++;
      return;
    }
    this.#charged.add(charged);
    this.#expected.add(expected);
    this.#least = Math.min(this.#least, rate);
    this.#most = Math.max(this.#most, rate);
  }

  get #factor(): string | null {
    if (this.#free > 0 && this.#free === this.#findings) return '0';
    if (this.#findings < 2 || !this.#isPriced || !isPositive(this.#expected.value)) return null;
    if (this.#most - this.#least > FACTOR_DIFFERENCE_MAX * this.#most) return null;
    if (Math.abs(1 - this.#most) < FACTOR_DISTANCE_MIN) return null;
    return formatFactor(divide(this.#charged.value, this.#expected.value));
  }

  get traits(): CauseTraits {
    const repriced = [...this.#repriced.values()].find(({ count }) => 2 * count > this.#findings);
    const bill = this.#findings === 1 ? this.#bill : undefined;
    const { uncharged, delivered, refunds } = this.#counts;
    const isUncharged = this.#findings === 1 && uncharged !== undefined && delivered !== undefined;
    return {
      shares: this.#shares.all,
      factor: this.#factor,
      ...(this.#cases !== this.#findings && { cases: this.#cases }),
      ...(bill && { bill }),
      ...(isUncharged && { uncharged: { uncharged, delivered } }),
      ...(this.#findings === 1 && refunds !== undefined && { refunds }),
      ...(repriced && { repriced }),
      ...(this.#areDaysKnown && { days: [...this.#days].sort() }),
    };
  }
}

/**
 * Computes what the findings of each cause have in common, such as customers and a factor on prices. Returns the traits
 * in the order of the causes.
 */
export function computeTraits(causes: readonly Cause[], findings: Iterable<FindingFacts>): CauseTraits[] {
  const byCause = new Map<string, TraitAccumulator>();
  for (const finding of findings) {
    const key = buildCauseKey(finding);
    const accumulator = byCause.get(key) ?? new TraitAccumulator();
    byCause.set(key, accumulator);
    accumulator.add(finding);
  }
  return causes.map((cause) => byCause.get(buildCauseKey(cause))?.traits ?? { shares: [], factor: null });
}

/** Shares of customers in a finding: of its only customer, or of those whose amounts are known. */
function listShares({ evidence, exact, counted }: Draft): readonly ShareFacts[] {
  const { userIds = [], amount, amountsByUser = [] } = evidence;
  const [userId, ...others] = userIds;
  if (userId !== undefined && others.length === 0)
    return [{ userId, amount: exact, counted: amount ? counted : ZERO, count: 1 }];
  return [...amountsByUser].map(([id, part]) => ({ userId: id, amount: part, counted: ZERO, count: 0 }));
}

function* listFacts(drafts: readonly Draft[], timeZone: string): Generator<FindingFacts> {
  for (const draft of drafts) {
    const { evidence } = draft;
    const { code, cases, amounts, counts, reasons, since } = evidence;
    const [model, channelId] = [findName(evidence, 'model'), findName(evidence, 'channelId')];
    const isSingle = (['requestId', 'transactionId'] as const).some(
      (field) => findName(evidence, field) !== undefined,
    );
    const hasOneDay = since !== undefined && (isSingle || cases === 1);
    yield {
      code,
      ...(model !== undefined && { model }),
      ...(channelId !== undefined && { channelId }),
      // Count a finding about a single request or payment as one case, however many rows it has.
      cases: isSingle ? 1 : cases,
      shares: listShares(draft),
      charged: amounts?.charged,
      expected: amounts?.expected,
      counts,
      reasons,
      days: evidence.days ?? (hasOneDay ? [formatDay(toWallTime(since, timeZone))] : undefined),
    };
  }
}

/**
 * Computes what the findings of each cause have in common, such as customers. Returns the traits in the order of the
 * causes.
 * @param drafts all findings, including those that the report does not list
 * @param timeZone zone of the days
 */
export const computeCauseTraits = (
  causes: readonly Cause[],
  drafts: readonly Draft[],
  timeZone = 'UTC',
): CauseTraits[] => computeTraits(causes, listFacts(drafts, timeZone));
