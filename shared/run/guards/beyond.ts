import { DAY_MS } from '../../instant.ts';
import type { Sentence } from '../../sentence.ts';
import { isKept } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../settings.ts';

/** A request that one ledger names: when, and whether the other one has it, or need not have it. */
interface Seen {
  readonly time: number;
  readonly isMatched: boolean;
}

const NONE = -1;

/** Requests of the log, and those that the bill names, in epoch milliseconds. */
function seenIn(books: Books): { readonly log: Seen[]; readonly bill: Seen[] } {
  const { sales, salesByRequest, charges, joined, downstreamUsage, upstreamCharges } = books;
  const recorded = new Set(downstreamUsage.map(({ requestId }) => requestId));
  const isSold = (id: string): boolean => recorded.has(id) || !salesByRequest.having(id).next().done;
  const charged = new Uint8Array(sales.length);
  const named = new Set<string>();
  const bill: Seen[] = [];
  for (let row = 0; row < charges.length; row++) {
    if (!isKept(charges, row)) continue;
    const sale = joined.sale[row] as number;
    const id = joined.named.get(row)?.requestId;
    if (sale !== NONE) charged[sale] = 1;
    if (id !== undefined) named.add(id);
    bill.push({
      time: charges.table.columns.time[row] as number,
      isMatched: sale !== NONE || (id !== undefined && isSold(id)),
    });
  }
  for (const { requestId, occurredAt } of upstreamCharges) {
    if (requestId === undefined) continue;
    named.add(requestId);
    bill.push({ time: Date.parse(occurredAt), isMatched: isSold(requestId) });
  }
  const log: Seen[] = [];
  const { time, quota } = sales.table.columns;
  for (let row = 0; row < sales.length; row++)
    if (isKept(sales, row))
      log.push({
        time: time[row] as number,
        isMatched: charged[row] === 1 || quota[row] === 0 || named.has(sales.requestIds.text(row) ?? ''),
      });
  for (const { requestId, occurredAt, chargedAmount } of downstreamUsage)
    log.push({
      time: Date.parse(occurredAt),
      isMatched: Number(chargedAmount) === 0 || named.has(requestId),
    });
  return { log, bill };
}

/** Times that are kept of each end: what lies further inside is beyond nothing. */
const KEPT_MAX = 1000;

/** When the requests of a ledger were, in epoch milliseconds, and which of them lack a partner. Plain JSON. */
interface Reach {
  readonly first: number | null;
  readonly last: number | null;
  readonly hasMatched: boolean;
  /** The first and the last of those without one that lie in the period, in the order of time. */
  readonly lone: readonly number[];
}
export type Reaches = Readonly<Record<'log' | 'bill', Reach>>;

const ends = (times: readonly number[]): readonly number[] =>
  times.length > 2 * KEPT_MAX ? [...times.slice(0, KEPT_MAX), ...times.slice(-KEPT_MAX)] : times;

const leastOf = (times: Iterable<number | null>): number | null => {
  let least: number | null = null;
  for (const time of times) if (time !== null && (least === null || time < least)) least = time;
  return least;
};
const greatestOf = (times: Iterable<number | null>): number | null => {
  let greatest: number | null = null;
  for (const time of times) if (time !== null && (greatest === null || time > greatest)) greatest = time;
  return greatest;
};

interface Span {
  readonly start: number;
  readonly end: number;
}

const boundsOf = ({ period: { start, end } = {} }: RunSettings): Span => ({
  start: start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start),
  end: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
});

function reachOf(seen: readonly Seen[], { start, end }: Span): Reach {
  const times = seen.map(({ time }) => time);
  const lone = seen.filter(({ time, isMatched }) => !isMatched && time >= start && time < end);
  return {
    first: leastOf(times),
    last: greatestOf(times),
    hasMatched: seen.some(({ isMatched }) => isMatched),
    lone: ends(lone.map(({ time }) => time).sort((a, b) => a - b)),
  };
}

export function reachesOf(books: Books, settings: RunSettings): Reaches {
  const { log, bill } = seenIn(books);
  const period = boundsOf(settings);
  return { log: reachOf(log, period), bill: reachOf(bill, period) };
}

const addReach = (a: Reach, b: Reach): Reach => ({
  first: leastOf([a.first, b.first]),
  last: greatestOf([a.last, b.last]),
  hasMatched: a.hasMatched || b.hasMatched,
  lone: ends([...a.lone, ...b.lone].sort((one, other) => one - other)),
});

export const addReaches = (a: Reaches, b: Reaches): Reaches => ({
  log: addReach(a.log, b.log),
  bill: addReach(a.bill, b.bill),
});

/** Fewer began before the first row of the other ledger, or ended after its last one. */
const REQUESTS_MIN = 5;

/** From the first request to the last; to a bound of the period that is not further away than a day. */
const spanOf = ({ first, last }: Reach, period: Span): Span => {
  const [start, end] = [first ?? 0, last ?? 0];
  return {
    start: start - period.start <= DAY_MS ? period.start : start,
    end: period.end - end <= DAY_MS ? period.end : end,
  };
};

const textOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

const LEDGERS = {
  log: { en: 'the log', zh: '日志' },
  bill: { en: "the provider's bill", zh: '上游账单' },
} as const;

function said(whose: keyof typeof LEDGERS, other: keyof typeof LEDGERS, count: number, span: Span): Sentence {
  const [from, to] = [textOf(span.start), textOf(span.end)];
  return {
    en: `${count} requests of ${LEDGERS[whose].en} lie outside the time of ${LEDGERS[other].en}, ${from} to ${to}, and can have no partner there. Where both are whole, --period says so; else export the same time of both.`,
    zh: `${LEDGERS[whose].zh}中有 ${count} 个请求在${LEDGERS[other].zh}的时间（${from} 至 ${to}）之外，不可能有对应记录。两份都完整时请用 --period 写明账期，否则请导出相同时段。`,
  };
}

/**
 * A log that lacks its first or last days makes losses of what was billed on them. Told where bill and log share ids,
 * or no time at all; sums of bills without ids have a span of their own.
 * @returns what lies beyond the other ledger, if it is more than the requests under way at its ends
 */
export function beyondSaid(reaches: Reaches, settings: RunSettings): Sentence[] {
  const { log, bill } = reaches;
  if (bill.first === null || log.first === null) return [];
  const period = boundsOf(settings);
  const spans = { log: spanOf(log, period), bill: spanOf(bill, period) };
  const sharesTime = spans.log.start <= spans.bill.end && spans.bill.start <= spans.log.end;
  if (sharesTime && !bill.hasMatched) return [];
  return (
    [
      ['bill', 'log'],
      ['log', 'bill'],
    ] as const
  ).flatMap(([whose, other]) => {
    const [span, { lone }] = [spans[other], reaches[whose]];
    const sides = [lone.filter((time) => time < span.start), lone.filter((time) => time > span.end)];
    const beyond = sides.filter(({ length }) => length >= REQUESTS_MIN);
    return beyond.length === 0 ? [] : [said(whose, other, beyond.flat().length, span)];
  });
}
