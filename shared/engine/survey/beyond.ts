import type { Ledgers } from '../rows/ledgers.ts';
import type { UsageRow } from '../rows/row.ts';
import {
  CHARGE_SLACK_MS,
  type Period,
  Range,
  type Reach,
  ReachCounter,
  type Reaches,
  reachedSpan,
  type Span,
  spanOf,
} from './reach.ts';

/** Requests of one usage ledger that lie outside the time of the other one. Plain JSON. */
export interface Beyond extends Span {
  readonly ledger: 'downstreamUsage' | 'upstreamCharges';
  readonly requests: number;
}

/** Fewer began before the first row of the other ledger, or ended after its last one. */
const REQUESTS_MIN = 5;

/** How many lie before and behind a span, if they are more than the requests under way at its ends. */
function outside(times: readonly number[], { start, end }: Span): number {
  const counts = [times.filter((time) => time < start).length, times.filter((time) => time > end).length];
  return counts.reduce((sum, count) => sum + (count >= REQUESTS_MIN ? count : 0), 0);
}

/**
 * A log that lacks its first or last days makes losses of what was billed on them. Seen where bill and log share ids,
 * or no time at all; sums of bills without ids have a span of their own.
 */
export function beyondIn({ log, bill }: Reaches, stated: Period): Beyond[] {
  const [logged, billed] = [reachedSpan(log.named, stated), reachedSpan(bill.named, stated)];
  if (logged === undefined || billed === undefined) return [];
  const sharesTime = logged.start <= billed.end && billed.start <= logged.end;
  if (sharesTime && !bill.hasMatched) return [];
  const beyond = (ledger: Beyond['ledger'], { lone }: Reach, span: Span): Beyond[] => {
    const requests = outside(lone, span);
    return requests === 0 ? [] : [{ ledger, requests, ...span }];
  };
  return [...beyond('upstreamCharges', bill, logged), ...beyond('downstreamUsage', log, billed)];
}

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
    return { times, span: reachedSpan(range.ends, ledgers) };
  };
  const [log, bill] = [named(ledgers.downstreamUsage), named(ledgers.upstreamCharges)];
  if (log.span === undefined || bill.span === undefined) return [];
  const mayReach = outside(bill.times, log.span) > 0 || outside(log.times, bill.span) > 0;
  return mayReach ? beyondIn(reachesOf(ledgers), ledgers) : [];
}
