import { HOUR_MS } from '../../instant.ts';
import { type Decimal, decimal } from '../../money.ts';
import type { Ledger, Standing } from '../rows/row.ts';
import type { Beyond } from './beyond.ts';
import { type BonusTier, bonusTiersOf, type RatioFacts } from './bonus-tiers.ts';
import {
  type Facts,
  NOTHING_UNREAD,
  type PriceChange,
  type StatedRequests,
  type Ties,
  type Unread,
} from './facts.ts';

/** What every shard must know and no shard can see for itself: the survey's facts, plain JSON. */
export interface Context {
  /** The report's currency, normalised. */
  currency: string;
  /** Milliseconds since 1970; the period is half-open: `start` is in it, `end` is not. */
  start: number | undefined;
  end: number | undefined;
  /** Ages are measured against this instant. */
  reference: number | undefined;
  supplied: Record<Ledger, boolean>;
  /** Ratios of credit to payment that the operator offers, the highest first. */
  bonusTiers: readonly BonusTier[];
  /** Rows that came with the ledgers and could not be read. */
  unread: Unread;
  /** Models sold, each with another name that records or settings give it. */
  ties: Ties;
  /** How prices changed within the period, as the log's rows say. */
  priceChanges: readonly PriceChange[];
  /** Models that the operator says to buy; `*` at the end for any rest. */
  known: readonly string[];
  /** Rows are known to be missing, or their money stands only in words: who read the exports says so. */
  rowsMissing: boolean;
  /** Requests of one usage ledger that lie outside the time of the other. */
  beyond: readonly Beyond[];
  /** What is stated by request rather than beside rows. */
  requests: StatedRequests;
}

const QUOTA_USD = decimal('0.000002');
const QUOTA_OTHER = decimal('0.0001');
/**
 * The only tolerance on money: one quota unit of a gateway that counts 500 000 to the dollar; in other currencies,
 * whose unit is not known, a little more than any that gateways use.
 */
export const quotaOf = ({ currency }: Pick<Context, 'currency'>): Decimal =>
  currency === 'USD' ? QUOTA_USD : QUOTA_OTHER;

/** Token counts this close (a share of the larger one) differ by rounding. */
export const TOKEN_RATIO = 0.005;
export const STALE_HOURS = 24;

export const isOutside = (time: number, { start, end }: Context): boolean =>
  (start !== undefined && time < start) || (end !== undefined && time >= end);

/** @param anchoredAt the time that decides on the row's period: its request's, or its own. */
export function standingOf(anchoredAt: number, currency: string, context: Context): Standing {
  if (isOutside(anchoredAt, context)) return 'outOfPeriod';
  return currency === context.currency ? 'included' : 'currencyExcluded';
}

export const isStale = (time: number, { reference }: Context): boolean =>
  reference !== undefined && reference - time >= STALE_HOURS * HOUR_MS;

/**
 * The instant that ages are measured against: the period's end; the latest time of the input where there is no end,
 * or where it is more than a day ahead of that: then the period is not over.
 * @param latest time of any row, in any ledger
 */
function referenceOf(end: number | undefined, latest: number | undefined): number | undefined {
  if (end === undefined || latest === undefined) return end ?? latest;
  return end - latest > STALE_HOURS * HOUR_MS ? latest : end;
}

/** What the input says of itself, and what its rows add to the context. */
export interface ContextFacts extends Pick<Context, 'currency' | 'start' | 'end' | 'supplied'>, Facts {
  readonly latest: number | undefined;
  readonly ratios: RatioFacts;
  readonly rowsMissing?: boolean;
  readonly beyond?: readonly Beyond[];
}

export const contextOf = ({
  currency,
  start,
  end,
  supplied,
  latest,
  ratios,
  unread = NOTHING_UNREAD,
  ties = [],
  priceChanges = [],
  known = [],
  rowsMissing = false,
  beyond = [],
  requests = {},
}: ContextFacts): Context => ({
  currency,
  start,
  end,
  supplied,
  unread,
  ties,
  priceChanges,
  known,
  rowsMissing,
  beyond,
  requests,
  reference: referenceOf(end, latest),
  bonusTiers: bonusTiersOf(ratios),
});

/** So close to an end of the period, a partner may lie in the neighbouring export. */
const EDGE_MS = 15 * 60_000;

/** An end of the period. */
export type End = 'start' | 'end';
/** Every choice of them. */
export const END_CHOICES = [['start'], ['end'], ['start', 'end'], []] as const satisfies End[][];
const [AT_START, AT_END, AT_BOTH, AT_NONE] = END_CHOICES;
/** As a key. */
export const endsText = (ends: readonly End[]): string => ends.join(' ');
const endsOf = (isStart: boolean, isEnd: boolean): readonly End[] =>
  isStart ? (isEnd ? AT_BOTH : AT_START) : isEnd ? AT_END : AT_NONE;

/** The ends of the period that an instant inside it is close to. */
export const edgesOf = (time: number, { start, end }: Context): readonly End[] =>
  endsOf(start !== undefined && time - start <= EDGE_MS, end !== undefined && end - time <= EDGE_MS);

/** The end of the period that an instant lies beyond by more than an edge. */
export const beyondEdges = (time: number, { start, end }: Context): readonly End[] =>
  endsOf(start !== undefined && start - time > EDGE_MS, end !== undefined && time - end > EDGE_MS);
