import { DAY_MS } from '../../instant.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { UsageRow } from '../rows/row.ts';

/** The first and the last of some times, in epoch milliseconds; `null` of none. */
export interface Ends {
  readonly first: number | null;
  readonly last: number | null;
}

/** When the rows of a usage ledger were, and which of them lack a partner. Plain JSON that adds up. */
export interface Reach extends Ends {
  readonly count: number;
  /** How many lie in the period. */
  readonly inside: number;
  /** Of those in the period that name a request. */
  readonly named: Ends;
  readonly hasMatched: boolean;
  /** The first and the last of those without a partner, in the order of time. */
  readonly lone: readonly number[];
}
export type Reaches = Readonly<Record<'log' | 'bill', Reach>>;

/** A period in epoch milliseconds; a bound that is not stated is infinite. */
interface Span {
  readonly start: number;
  readonly end: number;
}
/** A bound may be absent. */
type Period = { readonly [bound in keyof Span]?: number | undefined };

const spanOf = ({ start, end }: Period): Span => ({
  start: start ?? Number.NEGATIVE_INFINITY,
  end: end ?? Number.POSITIVE_INFINITY,
});

/** Times that are kept of each end: what lies further inside is beyond nothing. */
const KEPT_MAX = 1000;
const ends = (times: readonly number[]): readonly number[] =>
  times.length > 2 * KEPT_MAX ? [...times.slice(0, KEPT_MAX), ...times.slice(-KEPT_MAX)] : times;

const join = (a: Ends, b: Ends): Ends => ({
  first: a.first === null || (b.first !== null && b.first < a.first) ? b.first : a.first,
  last: a.last === null || (b.last !== null && b.last > a.last) ? b.last : a.last,
});

class Range {
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add(time: number): void {
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  get ends(): Ends {
    return this.#first > this.#last ? { first: null, last: null } : { first: this.#first, last: this.#last };
  }
}

/** Looks at the rows of a usage ledger, and at its requests, one by one. */
export class ReachCounter {
  readonly #period: Span;
  readonly #slackMs: number;
  readonly #all = new Range();
  readonly #named = new Range();
  readonly #lone: number[] = [];
  /** By the id of a request of several rows, its first time. */
  readonly #began = new Map<string, number>();
  #count = 0;
  #inside = 0;
  #hasMatched = false;

  /** @param slackMs so far beyond the period a row may still belong to it */
  constructor(period: Period, slackMs = 0) {
    this.#period = spanOf(period);
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
  reach(isMatched: (requestId: string) => boolean): Reach {
    for (const [requestId, time] of this.#began) this.#request(time, isMatched(requestId));
    this.#began.clear();
    return {
      ...this.#all.ends,
      count: this.#count,
      inside: this.#inside,
      named: this.#named.ends,
      hasMatched: this.#hasMatched,
      lone: ends(this.#lone.sort((a, b) => a - b)),
    };
  }
}

/** Charges are dated by their requests, or by day. */
export const CHARGE_SLACK_MS = DAY_MS;

/** The reaches of ledgers that are at hand. */
function reachesOf({ downstreamUsage, upstreamCharges, currency, start, end }: Ledgers): Reaches {
  const log = new ReachCounter({ start, end });
  const bill = new ReachCounter({ start, end }, CHARGE_SLACK_MS);
  const [sold, billed, paid] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const included = (row: UsageRow) => (row.currency === currency ? row.requestId : undefined);
  for (const row of downstreamUsage) {
    const { occurredAt, requestId = '', gross } = row;
    log.addRow(occurredAt, included(row));
    sold.add(requestId);
    if (!gross.isZero()) paid.add(requestId);
  }
  for (const row of upstreamCharges) {
    const { occurredAt, requestId } = row;
    bill.addRow(occurredAt, included(row));
    if (requestId !== undefined) billed.add(requestId);
  }
  return {
    log: log.reach((id) => billed.has(id) || !paid.has(id)),
    bill: bill.reach((id) => sold.has(id)),
  };
}

const addReach = (a: Reach, b: Reach): Reach => ({
  ...join(a, b),
  count: a.count + b.count,
  inside: a.inside + b.inside,
  named: join(a.named, b.named),
  hasMatched: a.hasMatched || b.hasMatched,
  lone: ends([...a.lone, ...b.lone].sort((one, other) => one - other)),
});

export const addReaches = (a: Reaches, b: Reaches): Reaches => ({
  log: addReach(a.log, b.log),
  bill: addReach(a.bill, b.bill),
});

/** Requests of one usage ledger that lie outside the time of the other one. Plain JSON. */
export interface Beyond extends Span {
  readonly ledger: 'downstreamUsage' | 'upstreamCharges';
  readonly requests: number;
}

/** Fewer began before the first row of the other ledger, or ended after its last one. */
const REQUESTS_MIN = 5;

/** From the first request to the last; to a bound of the period that is not further away than a day. */
const reachedSpan = ({ named: { first, last } }: Pick<Reach, 'named'>, period: Span): Span => {
  const [start, end] = [first ?? 0, last ?? 0];
  return {
    start: start - period.start <= DAY_MS ? period.start : start,
    end: period.end - end <= DAY_MS ? period.end : end,
  };
};

/** How many lie before and behind a span, if they are more than the requests under way at its ends. */
function outside(times: readonly number[], { start, end }: Span): number {
  const [before, behind] = [
    times.filter((time) => time < start).length,
    times.filter((time) => time > end).length,
  ];
  return (before >= REQUESTS_MIN ? before : 0) + (behind >= REQUESTS_MIN ? behind : 0);
}

/**
 * A log that lacks its first or last days makes losses of what was billed on them. Seen where bill and log share ids,
 * or no time at all; sums of bills without ids have a span of their own.
 */
export function beyondIn({ log, bill }: Reaches, stated: Period): Beyond[] {
  if (bill.named.first === null || log.named.first === null) return [];
  const period = spanOf(stated);
  const spans = { log: reachedSpan(log, period), bill: reachedSpan(bill, period) };
  const sharesTime = spans.log.start <= spans.bill.end && spans.bill.start <= spans.log.end;
  if (sharesTime && !bill.hasMatched) return [];
  const beyond = (ledger: Beyond['ledger'], { lone }: Reach, span: Span): Beyond[] => {
    const requests = outside(lone, span);
    return requests === 0 ? [] : [{ ledger, requests, ...span }];
  };
  return [...beyond('upstreamCharges', bill, spans.log), ...beyond('downstreamUsage', log, spans.bill)];
}

/** What lies beyond, in ledgers that are at hand. In most books nothing does, which their times alone show. */
export function beyondOf(ledgers: Ledgers): Beyond[] {
  const { currency, start, end } = ledgers;
  const period = spanOf({ start, end });
  const named = (rows: readonly UsageRow[]) => {
    const range = new Range();
    const times = rows.flatMap((row) => {
      const { requestId, occurredAt: time } = row;
      const isNamed = requestId !== undefined && row.currency === currency;
      return isNamed && time >= period.start && time < period.end ? time : [];
    });
    for (const time of times) range.add(time);
    return { times, named: range.ends };
  };
  const [log, bill] = [named(ledgers.downstreamUsage), named(ledgers.upstreamCharges)];
  if (log.named.first === null || bill.named.first === null) return [];
  const mayReach =
    outside(bill.times, reachedSpan(log, period)) > 0 || outside(log.times, reachedSpan(bill, period)) > 0;
  return mayReach ? beyondIn(reachesOf(ledgers), ledgers) : [];
}
