import type { Ledgers } from '../rows/ledgers.ts';
import type { UsageRow } from '../rows/row.ts';
import {
  CHARGE_SLACK_MS,
  extendToPeriod,
  type LedgerSpan,
  LedgerSpanCounter,
  type LedgerSpans,
  type PeriodBounds,
  type Span,
  toSpan,
} from './ledger-span.ts';

/** Requests of one usage ledger, dated outside the time that the other one covers (`start` to `end`). Plain JSON. */
export interface OutsideRequests extends Span {
  /** Ledger that contains the requests. */
  readonly ledger: 'downstreamUsage' | 'upstreamCharges';
  /** Number of these requests. */
  readonly requests: number;
  /** `start` if requests are dated before that time, `end` if requests are dated after it. */
  readonly ends: readonly (keyof Span)[];
}

/** Least number of requests at an end. Fewer may just have been in progress. */
const REQUESTS_MIN = 5;

const ENDS = {
  start: (time: number, { start }: Span) => time < start,
  end: (time: number, { end }: Span) => time > end,
} as const;

/** Counts the times outside a span, and lists the ends beyond which there are enough of them. */
function countOutside(times: readonly number[], span: Span): Pick<OutsideRequests, 'requests' | 'ends'> {
  let requests = 0;
  const ends = (['start', 'end'] as const).filter((end) => {
    const { length } = times.filter((time) => ENDS[end](time, span));
    if (length >= REQUESTS_MIN) requests += length;
    return length >= REQUESTS_MIN;
  });
  return { requests, ends };
}

/**
 * Returns whether a request of a ledger, without a counterpart, is dated outside the time that the other ledger covers,
 * at an end with at least 5 such requests (see `findOutsideRequests`).
 */
export const isOutsideOtherLedger = (
  outsideRequests: readonly OutsideRequests[],
  ledger: OutsideRequests['ledger'],
  time: number,
): boolean =>
  outsideRequests.some(
    (other) => other.ledger === ledger && other.ends.some((end) => ENDS[end](time, other)),
  );

/** Returns the time that a ledger covers, extended to ends of the period that its rows pass or come near. */
function findCoveredSpan({ named, first, last }: LedgerSpan, period: PeriodBounds): Span | undefined {
  const span = extendToPeriod(named, period);
  if (span === undefined || first === null || last === null) return undefined;
  const { start, end } = toSpan(period);
  return { start: first < start ? start : span.start, end: last >= end ? end : span.end };
}

/**
 * Finds requests of one usage ledger that are dated outside the time which the other one covers, whose export is
 * probably too short. Ignores an end with fewer than 5 of them, and rows without request ids. Empty if the ledgers
 * cover the same time but have no request id in common.
 */
export function findOutsideRequests({ log, bill }: LedgerSpans, period: PeriodBounds): OutsideRequests[] {
  const [logged, billed] = [findCoveredSpan(log, period), findCoveredSpan(bill, period)];
  if (logged === undefined || billed === undefined) return [];
  const sharesTime = logged.start <= billed.end && billed.start <= logged.end;
  if (sharesTime && !bill.hasMatched) return [];
  const found: OutsideRequests[] = [
    { ledger: 'upstreamCharges', ...countOutside(bill.unmatchedTimes, logged), ...logged },
    { ledger: 'downstreamUsage', ...countOutside(log.unmatchedTimes, billed), ...billed },
  ];
  return found.filter(({ requests }) => requests > 0);
}

/** Finds the same requests from the rows of the ledgers, which are also given by request. */
export function findOutsideRequestsInRows(
  requests: Iterable<Readonly<Record<'downstream' | 'upstream', readonly UsageRow[]>>>,
  { upstreamCharges, currency, start, end }: Ledgers,
): OutsideRequests[] {
  const period = { start, end };
  const log = new LedgerSpanCounter(period);
  const bill = new LedgerSpanCounter(period, CHARGE_SLACK_MS);
  const add = (counter: LedgerSpanCounter, rows: readonly UsageRow[], isMatched: boolean): void => {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { occurredAt, currency: own } of rows) {
      counter.countRow(occurredAt, own === currency);
      if (own === currency) earliest = Math.min(earliest, occurredAt);
    }
    if (earliest < Number.POSITIVE_INFINITY) counter.countRequest(earliest, isMatched);
  };
  for (const { downstream, upstream } of requests) {
    add(log, downstream, upstream.length > 0 || downstream.every(({ gross }) => gross.isZero()));
    add(bill, upstream, downstream.length > 0);
  }
  for (const { requestId, occurredAt } of upstreamCharges)
    if (requestId === undefined) bill.countRow(occurredAt, false);
  return findOutsideRequests({ log: log.finish(), bill: bill.finish() }, period);
}
