import { type AnswerInput, isTiny } from './answer-input.ts';
import { hasUncompared, isByTotals } from './compared.ts';
import { joinDays } from './gaps/day-spans.ts';
import type { DaySpan, MissingDays } from './gaps/gap.ts';

type DayRow = AnswerInput['summary']['byDay'][number];

/** Whether a day has requests in the time that log and bill both cover. */
export const isCompared = ({ requests, uncomparedRequests = 0 }: DayRow): boolean =>
  requests > uncomparedRequests;

/** Whether a day has requests in the log. */
export const isLogged = (line: DayRow): boolean => isCompared(line) || line.uncomparedRevenue !== undefined;

/** Whether only a part of a day's requests or cost is compared. */
export const isPartlyCompared = (line: DayRow): boolean =>
  isCompared(line) && !(isTiny(line.uncomparedRevenue) && isTiny(line.uncomparedCost));

/** Splits days without some of their money into those of which everything is missing, and those of which a part is. */
export const splitMissingDays = (lines: readonly DayRow[]): MissingDays => ({
  whole: joinDays(lines.filter((line) => !isPartlyCompared(line)).map(({ day }) => day)),
  part: joinDays(lines.filter(isPartlyCompared).map(({ day }) => day)),
});

/** The first and last compared day, and the days between them of which all or a part is not compared. */
export interface ComparedDays {
  readonly span: DaySpan | null;
  readonly without: MissingDays;
}

/** Finds the days that log and bill both cover. */
export function findComparedDays({ summary: { byDay } }: AnswerInput): ComparedDays {
  const [last, first] = [byDay.findIndex(isCompared), byDay.findLastIndex(isCompared)];
  const inside = byDay.slice(Math.max(last, 0), first + 1);
  const [to, from] = [inside[0]?.day, inside.at(-1)?.day];
  return {
    span: from && to ? { from, to } : null,
    without: splitMissingDays(inside.filter(hasUncompared)),
  };
}

/** Counts the compared requests that only the bill has: not in the log, but in the time that it covers. */
export function countOnlyBilled({ unmatched, beyond = [] }: Partial<AnswerInput['summary']>): number {
  const outside = beyond.find(({ ledger }) => ledger === 'upstreamCharges')?.requests ?? 0;
  return (unmatched?.upstream.requests ?? 0) - outside;
}

/**
 * Counts the requests of the log that are compared with the bill (`requests`), and finds the first and last day with
 * such requests (`from`, `to`). If no requests are compared, returns the number and days of all requests.
 */
export function computeScope(books: AnswerInput) {
  const { requests, unmatched, byDay } = books.summary;
  const compared = byDay.filter(isCompared);
  const days = compared.length > 0 ? compared : byDay;
  const inLog = requests.total - (unmatched?.upstream.requests ?? 0);
  const onlyBilled = countOnlyBilled(books.summary);
  const outside = books.byModel.reduce(
    (sum, { uncomparedRequests = 0 }) => sum + uncomparedRequests,
    onlyBilled - (unmatched?.upstream.requests ?? 0),
  );
  return {
    requests: inLog > outside ? inLog - outside : inLog,
    from: days.at(-1)?.day ?? null,
    to: days[0]?.day ?? null,
    isByTotals: isByTotals(books),
  };
}
