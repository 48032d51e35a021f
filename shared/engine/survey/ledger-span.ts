import { DAY_MS } from '../../instant.ts';

/** The first and the last of some times, in epoch milliseconds; `null` of none. */
export interface FirstAndLast {
  readonly first: number | null;
  readonly last: number | null;
}

/** When the rows of a usage ledger were, and which of them lack a partner. */
export interface LedgerSpan extends FirstAndLast {
  readonly count: number;
  /** How many lie in the period. */
  readonly inside: number;
  /** Of those in the period that name a request. */
  readonly named: FirstAndLast;
  readonly hasMatched: boolean;
  /** The first and the last of those without a partner, in the order of time. */
  readonly unmatchedTimes: readonly number[];
}
export type LedgerSpans = Readonly<Record<'log' | 'bill', LedgerSpan>>;

/** A period in epoch milliseconds; a bound that is not stated is infinite. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** A bound may be absent. */
export type PeriodBounds = { readonly [bound in keyof Span]?: number | undefined };

export const toSpan = ({ start, end }: PeriodBounds): Span => ({
  start: start ?? Number.NEGATIVE_INFINITY,
  end: end ?? Number.POSITIVE_INFINITY,
});

/** From the first of some times to the last; to a bound of the period that is no further away than a day. */
export function extendToPeriod({ first, last }: FirstAndLast, stated: PeriodBounds): Span | undefined {
  if (first === null || last === null) return undefined;
  const { start, end } = toSpan(stated);
  return { start: first - start <= DAY_MS ? start : first, end: end - last <= DAY_MS ? end : last };
}

/** Times that are kept of each end: what lies further inside is beyond nothing. */
const TIMES_MAX = 1000;
const keepOuterTimes = (times: readonly number[]): readonly number[] =>
  times.length > 2 * TIMES_MAX ? [...times.slice(0, TIMES_MAX), ...times.slice(-TIMES_MAX)] : times;

export class TimeRange {
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add(time: number): void {
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  get ends(): FirstAndLast {
    return this.#first > this.#last ? { first: null, last: null } : { first: this.#first, last: this.#last };
  }
}

/** Looks at the rows of a usage ledger, and at its requests, one by one. */
export class LedgerSpanCounter {
  readonly #period: Span;
  readonly #slackMs: number;
  readonly #all = new TimeRange();
  readonly #named = new TimeRange();
  readonly #lone: number[] = [];
  /** By the id of a request of several rows, its first time. */
  readonly #began = new Map<string, number>();
  #count = 0;
  #inside = 0;
  #hasMatched = false;

  /** @param slackMs so far beyond the period a row may still belong to it */
  constructor(period: PeriodBounds, slackMs = 0) {
    this.#period = toSpan(period);
    this.#slackMs = slackMs;
  }

  #row(time: number, isNamed: boolean): void {
    const { start, end } = this.#period;
    this.#count++;
    this.#all.add(time);
    if (time >= start - this.#slackMs && time < end + this.#slackMs) this.#inside++;
    if (isNamed && time >= start && time < end) this.#named.add(time);
  }

  #request(time: number, isMatched: boolean): void {
    const { start, end } = this.#period;
    this.#hasMatched ||= isMatched;
    if (!isMatched && time >= start && time < end) this.#lone.push(time);
  }

  /** @param isMatched whether the other ledger has the request of this row alone, or need not have it */
  add(time: number, isMatched: boolean): void {
    this.#row(time, true);
    this.#request(time, isMatched);
  }

  /** @param requestId absent where the row names none, or is left out for its currency */
  addRow(time: number, requestId: string | undefined): void {
    this.#row(time, requestId !== undefined);
    if (requestId === undefined) return;
    const began = this.#began.get(requestId);
    if (began === undefined || time < began) this.#began.set(requestId, time);
  }

  /** @param isMatched of the requests of all rows that were added by their id */
  finish(isMatched: (requestId: string) => boolean): LedgerSpan {
    for (const [requestId, time] of this.#began) this.#request(time, isMatched(requestId));
    this.#began.clear();
    return {
      ...this.#all.ends,
      count: this.#count,
      inside: this.#inside,
      named: this.#named.ends,
      hasMatched: this.#hasMatched,
      unmatchedTimes: keepOuterTimes(this.#lone.sort((a, b) => a - b)),
    };
  }
}

/** Charges are dated by their requests, or by day. */
export const CHARGE_SLACK_MS = DAY_MS;
