import { HOUR_MS } from '../../instant.ts';
import { type Decimal, exceeds, isEqual, toDecimal, ZERO } from '../../money/money.ts';
import type { PriceSteps } from '../../schemas/finding-facts.ts';
import type { QUESTIONS } from '../../schemas/lists.ts';
import type { ModelTies } from '../rows/agreeing-models.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { Inclusion, Ledger } from '../rows/row.ts';
import { type BonusTier, type CreditRatios, findBonusTiers } from './bonus-tiers.ts';
import type { OutsideRequests } from './outside-other-ledger.ts';

/** Rows of one ledger that could not be read although they have money or may have money. Plain JSON. */
export interface UnreadSummary {
  /** Number of these rows. */
  readonly rows: number;
  /** Rows by kind as the export names it, the most frequent first. */
  readonly kinds: readonly (readonly [kind: string, rows: number])[];
  /** Sum of the money of these rows in the report's currency, as a plain decimal. */
  readonly amount: string;
}
/** Unread rows by ledger. */
export type UnreadByLedger = Readonly<Partial<Record<Ledger, UnreadSummary>>>;

/** A question to the operator that must be answered before amounts can be judged. Only files show it. Plain JSON. */
export interface OpenQuestion {
  /** Code of the finding that asks it. */
  readonly code: (typeof QUESTIONS)[number];
  readonly ledger: Ledger;
  /** Numbers for the details of the finding. */
  readonly counts: Readonly<Record<string, number>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Change of a term of a model's price within the period. */
export interface PriceChange extends PriceSteps {
  readonly model: string;
  /** Absent if all customer groups have the same price. */
  readonly group?: string;
}

/** Facts about the input that only the reader of its files knows. Plain JSON. */
export interface InputFacts {
  readonly unread?: UnreadByLedger;
  readonly ties?: ModelTies;
  /** Price changes within the period, from the log. */
  readonly priceChanges?: readonly PriceChange[];
  /** Models that the operator buys, from the settings; `*` matches any text. */
  readonly purchasedModels?: readonly string[];
  /** Whether rows are missing, or their money is only in texts. */
  readonly rowsMissing?: boolean;
  /** Zone of the report's days and hours. */
  readonly timeZone?: string;
  readonly questions?: readonly OpenQuestion[];
  /** Whether the bill is compared by totals although it has request ids, because none of them is in the log. */
  readonly comparesByTotals?: boolean;
  /** Requests dated outside the time of the other usage ledger. */
  readonly outsideRequests?: readonly OutsideRequests[];
}

/** Facts about the whole input that checks need before they examine a request, charge or payment. */
export interface Context
  extends Pick<Ledgers, 'currency' | 'start' | 'end' | 'supplied'>,
    Required<InputFacts> {
  /** Time against which ages are measured. */
  readonly referenceTime: number | undefined;
  /** Bonus tiers that the operator offers, the highest first. */
  readonly bonusTiers: readonly BonusTier[];
}

const QUOTA_USD = toDecimal('0.000002');
const QUOTA_OTHER = toDecimal('0.0001');
/**
 * Returns the largest difference of amounts that is ignored: in USD 0.000002, one quota unit of a gateway with
 * 500,000 units per USD; in other currencies 0.0001, which is more than any unit in use.
 */
export const toleranceOf = ({ currency }: Pick<Context, 'currency'>): Decimal =>
  currency === 'USD' ? QUOTA_USD : QUOTA_OTHER;

/**
 * Returns the rest of a subtraction, or 0 within the tolerance (`toleranceOf`): gateways round charges to whole units,
 * and floating-point sums leave 4e-18. If nothing was subtracted (`left` equals `whole`), returns even a tiny rest.
 */
export const zeroIfWithinTolerance = (left: Decimal, whole: Decimal, context: Context): Decimal =>
  exceeds(left, toleranceOf(context)) || isEqual(left, whole) ? left : ZERO;

/** Relative difference up to which token counts differ by rounding. */
export const TOKEN_ROUNDING_RATIO = 0.005;
/** Age from which a pending row is stale. */
export const STALE_HOURS = 24;

/** Returns whether a time (epoch milliseconds) is before the start of the period, or at its end or later. */
export const isOutsidePeriod = (time: number, { start, end }: Context): boolean =>
  (start !== undefined && time < start) || (end !== undefined && time >= end);

/** Returns whether a row counts, by the time of its request (its own without one) and its currency. */
export function decideInclusion(periodTime: number, currency: string, context: Context): Inclusion {
  if (isOutsidePeriod(periodTime, context)) return 'outOfPeriod';
  return currency === context.currency ? 'included' : 'currencyExcluded';
}

/** Returns whether a pending row's time is at least 24 hours before the context's reference time. */
export const isStale = (time: number, { referenceTime }: Context): boolean =>
  referenceTime !== undefined && referenceTime - time >= STALE_HOURS * HOUR_MS;

/**
 * Returns the time against which ages are measured: the end of the period, or the latest time of any row if there is no
 * end or it is more than a day later, because the period is not over then.
 */
function chooseReferenceTime(end: number | undefined, latest: number | undefined): number | undefined {
  if (end === undefined || latest === undefined) return end ?? latest;
  return end - latest > STALE_HOURS * HOUR_MS ? latest : end;
}

/** Properties of the input other than its rows: currency, period, supplied ledgers, and facts about it. */
export type InputHead = Pick<Context, 'currency' | 'start' | 'end' | 'supplied'> & InputFacts;

const NO_FACTS: Required<InputFacts> = {
  unread: {},
  ties: [],
  priceChanges: [],
  purchasedModels: [],
  rowsMissing: false,
  timeZone: 'UTC',
  questions: [],
  comparesByTotals: false,
  outsideRequests: [],
};

/** Builds the context that all checks share. Facts that are not given are empty or false; the zone is UTC. */
export const buildContext = (
  head: InputHead,
  rows: { readonly latest: number | undefined; readonly ratios: CreditRatios },
): Context => ({
  ...NO_FACTS,
  ...head,
  referenceTime: chooseReferenceTime(head.end, rows.latest),
  bonusTiers: findBonusTiers(rows.ratios),
});

/** Distance from an end of the period within which a counterpart may be in the neighbouring export. */
const EDGE_MS = 15 * 60_000;

/** An end of the period. */
export type PeriodEnd = 'start' | 'end';
const NO_ENDS: readonly PeriodEnd[] = [];
const listEnds = (isStart: boolean, isEnd: boolean): readonly PeriodEnd[] =>
  isStart ? (isEnd ? ['start', 'end'] : ['start']) : isEnd ? ['end'] : NO_ENDS;

/** Returns the ends of the period that a time is near: at most 15 minutes inside, or beyond it by any time. */
export const findNearbyEnds = (time: number, { start, end }: Context): readonly PeriodEnd[] =>
  listEnds(start !== undefined && time - start <= EDGE_MS, end !== undefined && end - time <= EDGE_MS);

/** Returns the end of the period beyond which a time is by more than 15 minutes; an empty list if there is none. */
export const findPassedEnds = (time: number, { start, end }: Context): readonly PeriodEnd[] =>
  listEnds(start !== undefined && start - time > EDGE_MS, end !== undefined && time - end > EDGE_MS);
