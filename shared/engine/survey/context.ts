import { HOUR_MS } from '../../instant.ts';
import { type Decimal, exceeds, toDecimal, ZERO } from '../../money/money.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { Inclusion } from '../rows/row.ts';
import { type BonusTier, type CreditRatios, findBonusTiers } from './bonus-tiers.ts';
import type { InputFacts } from './input-facts.ts';

/** What checks must know of the whole before they look at a group. */
export interface Context
  extends Pick<Ledgers, 'currency' | 'start' | 'end' | 'supplied'>,
    Required<InputFacts> {
  /** Ages are measured against this instant. */
  readonly reference: number | undefined;
  /** Ratios of credit to payment that the operator offers, the highest first. */
  readonly bonusTiers: readonly BonusTier[];
}

const QUOTA_USD = toDecimal('0.000002');
const QUOTA_OTHER = toDecimal('0.0001');
/**
 * The only tolerance on money: one quota unit of a gateway that counts 500 000 to the dollar; in other currencies,
 * whose unit is not known, a little more than any that gateways use.
 */
export const quotaTolerance = ({ currency }: Pick<Context, 'currency'>): Decimal =>
  currency === 'USD' ? QUOTA_USD : QUOTA_OTHER;

/**
 * What is left of an amount after another was taken off: 0 where that is within the tolerance, as gateways cut charges to
 * whole units, and sums of doubles leave 4e-18.
 */
export const dropTolerance = (left: Decimal, whole: Decimal, context: Pick<Context, 'currency'>): Decimal =>
  exceeds(left, quotaTolerance(context)) || left.eq(whole) ? left : ZERO;

/** Token counts this close (a share of the larger one) differ by rounding. */
export const TOKEN_RATIO = 0.005;
export const STALE_HOURS = 24;

export const isOutsidePeriod = (time: number, { start, end }: Context): boolean =>
  (start !== undefined && time < start) || (end !== undefined && time >= end);

/** @param anchoredAt the time that decides on the row's period: its request's, or its own. */
export function decideInclusion(anchoredAt: number, currency: string, context: Context): Inclusion {
  if (isOutsidePeriod(anchoredAt, context)) return 'outOfPeriod';
  return currency === context.currency ? 'included' : 'currencyExcluded';
}

export const isStale = (time: number, { reference }: Context): boolean =>
  reference !== undefined && reference - time >= STALE_HOURS * HOUR_MS;

/**
 * The instant that ages are measured against: the period's end; the latest time of the input where there is no end,
 * or where it is more than a day ahead of that: then the period is not over.
 * @param latest time of any row, in any ledger
 */
function findReferenceTime(end: number | undefined, latest: number | undefined): number | undefined {
  if (end === undefined || latest === undefined) return end ?? latest;
  return end - latest > STALE_HOURS * HOUR_MS ? latest : end;
}

/** What the input says of itself, and what its rows add to the context. */
export interface ContextFacts extends Pick<Context, 'currency' | 'start' | 'end' | 'supplied'>, InputFacts {
  readonly latest: number | undefined;
  readonly ratios: CreditRatios;
}

const NO_FACTS: Required<InputFacts> = {
  unread: {},
  ties: [],
  priceChanges: [],
  purchasedModels: [],
  rowsMissing: false,
  questions: [],
  comparesByTotals: false,
  outsideRequests: [],
  requests: {},
};

export const buildContext = ({ latest, ratios, ...stated }: ContextFacts): Context => ({
  ...NO_FACTS,
  ...stated,
  reference: findReferenceTime(stated.end, latest),
  bonusTiers: findBonusTiers(ratios),
});

/** So close to an end of the period, a partner may lie in the neighbouring export. */
const EDGE_MS = 15 * 60_000;

/** An end of the period. */
export type PeriodEnd = 'start' | 'end';
const NO_ENDS: readonly PeriodEnd[] = [];
const listEnds = (isStart: boolean, isEnd: boolean): readonly PeriodEnd[] =>
  isStart ? (isEnd ? ['start', 'end'] : ['start']) : isEnd ? ['end'] : NO_ENDS;

/** The ends of the period that an instant inside it is close to. */
export const findNearbyEnds = (time: number, { start, end }: Context): readonly PeriodEnd[] =>
  listEnds(start !== undefined && time - start <= EDGE_MS, end !== undefined && end - time <= EDGE_MS);

/** The end of the period that an instant lies beyond by more than an edge. */
export const findPassedEnds = (time: number, { start, end }: Context): readonly PeriodEnd[] =>
  listEnds(start !== undefined && start - time > EDGE_MS, end !== undefined && time - end > EDGE_MS);
