import { DAY_MS } from '../../instant.ts';

/** First and last of some times, in epoch milliseconds; `null` if there is none. */
export interface FirstAndLast {
  readonly first: number | null;
  readonly last: number | null;
}

/** Time span of a usage ledger's rows, and the requests without a counterpart. */
export interface LedgerSpan extends FirstAndLast {
  readonly count: number;
  /** Number of rows in the period. */
  readonly inside: number;
  /** First and last time of rows with a request id in the period. */
  readonly named: FirstAndLast;
  readonly hasMatched: boolean;
  /** Times of requests without a counterpart, in no order. */
  readonly unmatchedTimes: readonly number[];
}
/** Spans of log and bill. */
export type LedgerSpans = Readonly<Record<'log' | 'bill', LedgerSpan>>;

/** A time span in epoch milliseconds; an open end is infinite. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** Period of which either end may be absent. */
export type PeriodBounds = { readonly [bound in keyof Span]?: number | undefined };

/** Converts the bounds of a period to a span; an absent bound becomes infinite. */
export const toSpan = ({ start, end }: PeriodBounds): Span => ({
  start: start ?? Number.NEGATIVE_INFINITY,
  end: end ?? Number.POSITIVE_INFINITY,
});

/**
 * Returns the span from the first to the last time; `undefined` without times. Extends it to an end of the period that
 * is at most a day away, because an export rarely has rows at its first and last second.
 */
export function extendToPeriod({ first, last }: FirstAndLast, period: PeriodBounds): Span | undefined {
  if (first === null || last === null) return undefined;
  const { start, end } = toSpan(period);
  return { start: first - start <= DAY_MS ? start : first, end: end - last <= DAY_MS ? end : last };
}

/** Keeps the earliest and the latest of the times that are added, in epoch milliseconds. */
export class TimeRange {
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** Adds a time in epoch milliseconds. */
  add(time: number): void {
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  /** The earliest (`first`) and the latest time (`last`); both are null if no time was added. */
  get ends(): FirstAndLast {
    return this.#first > this.#last ? { first: null, last: null } : { first: this.#first, last: this.#last };
  }
}

/** Measures the span of a usage ledger, and collects times of requests that the other lacks, in epoch milliseconds. */
export class LedgerSpanCounter {
  readonly #period: Span;
  readonly #slackMs: number;
  readonly #all = new TimeRange();
  readonly #named = new TimeRange();
  readonly #unmatched: number[] = [];
  /** Earliest time of each request added by `addRow`. */
  readonly #firstTimes = new Map<string, number>();
  #count = 0;
  #inside = 0;
  #hasMatched = false;

  /** @param slackMs milliseconds by which a row may be outside the period and still count as inside */
  constructor(period: PeriodBounds, slackMs = 0) {
    this.#period = toSpan(period);
    this.#slackMs = slackMs;
  }

  /** Counts a row; `isNamed` if it has a request id and the currency of the report. */
  countRow(time: number, isNamed: boolean): void {
    const { start, end } = this.#period;
    this.#count++;
    this.#all.add(time);
    if (time >= start - this.#slackMs && time < end + this.#slackMs) this.#inside++;
    if (isNamed && time >= start && time < end) this.#named.add(time);
  }

  /** Counts a request, whose rows `countRow` has counted, at the time of its earliest row. */
  countRequest(time: number, isMatched: boolean): void {
    const { start, end } = this.#period;
    this.#hasMatched ||= isMatched;
    if (!isMatched && time >= start && time < end) this.#unmatched.push(time);
  }

  /** Adds the only row of a request; `isMatched` if the other ledger has it, or may lack it as nothing was charged. */
  add(time: number, isMatched: boolean): void {
    this.countRow(time, true);
    this.countRequest(time, isMatched);
  }

  /** Adds a row. `requestId` is absent for rows without one, or in another currency than the report. */
  addRow(time: number, requestId: string | undefined): void {
    this.countRow(time, requestId !== undefined);
    if (requestId === undefined) return;
    const earliest = this.#firstTimes.get(requestId);
    if (earliest === undefined || time < earliest) this.#firstTimes.set(requestId, time);
  }

  /** Returns the span of all rows; `isMatched` returns whether the other ledger has a request of `addRow`. */
  finish(isMatched = (_requestId: string): boolean => false): LedgerSpan {
    for (const [requestId, time] of this.#firstTimes) this.countRequest(time, isMatched(requestId));
    this.#firstTimes.clear();
    return {
      ...this.#all.ends,
      count: this.#count,
      inside: this.#inside,
      named: this.#named.ends,
      hasMatched: this.#hasMatched,
      unmatchedTimes: this.#unmatched,
    };
  }
}

/** Slack for charges, which are dated by their request or only by day. */
export const CHARGE_SLACK_MS = DAY_MS;
