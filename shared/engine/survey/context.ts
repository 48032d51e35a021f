import { type Decimal, decimal } from '../../money.ts';
import type { Ledger, Standing } from '../rows/row.ts';

/** What every shard must know and no shard can see for itself: the survey's facts, plain JSON. */
export interface Context {
  /** The report's currency, normalised. */
  currency: string;
  /** Milliseconds since 1970; the period is half-open: `start` is in it, `end` is not. */
  start: number | undefined;
  end: number | undefined;
  /** Ages are measured against this instant: the period's end, else the latest time of the input. */
  reference: number | undefined;
  supplied: Record<Ledger, boolean>;
}

/** The only tolerance on money: one quota unit of a gateway that counts 500 000 to the currency unit. */
export const QUOTA: Decimal = decimal('0.000002');
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
  reference !== undefined && reference - time >= STALE_HOURS * 3_600_000;
