import { type AnswerInput, isTiny } from './answer-input.ts';
import { isByTotals } from './compared.ts';

type DayRow = AnswerInput['summary']['byDay'][number];

/** Whether a day has requests in the time that log and bill both cover. */
export const isCompared = ({ requests, uncomparedRequests = 0 }: DayRow): boolean =>
  requests > uncomparedRequests;

/** Whether a day has requests in the log. */
export const isLogged = (line: DayRow): boolean => isCompared(line) || line.uncomparedRevenue !== undefined;

/** Whether only a part of a day's requests or cost is compared. */
export const isPartlyCompared = (line: DayRow): boolean =>
  isCompared(line) && !(isTiny(line.uncomparedRevenue) && isTiny(line.uncomparedCost));

/**
 * Finds the first and last day that are compared as a whole, and the days before and after them of which only a part is
 * compared.
 */
export function findComparedDays({ summary: { byDay } }: AnswerInput) {
  const compared = byDay.filter(isCompared);
  const ends = [...new Set([compared.at(-1), compared[0]])].flatMap((line) =>
    line && isPartlyCompared(line) ? [line] : [],
  );
  const whole = compared.filter((line) => !ends.includes(line));
  const [last, first] = [whole[0]?.day, whole.at(-1)?.day];
  return {
    span: first && last ? { from: first, to: last } : null,
    part: ends.map(({ day }) => ({ from: day, to: day })),
  };
}

/**
 * Counts the requests of the log that are compared with the bill (`requests`), and finds the first and last day with
 * such requests (`from`, `to`). If no requests are compared, returns the number and days of all requests.
 */
export function computeScope(books: AnswerInput) {
  const { requests, unmatched, byDay, beyond = [] } = books.summary;
  const compared = byDay.filter(isCompared);
  const days = compared.length > 0 ? compared : byDay;
  const inLog = requests.total - (unmatched?.upstream.requests ?? 0);
  const billOnly = beyond.find(({ ledger }) => ledger === 'upstreamCharges')?.requests ?? 0;
  const outside = books.byModel.reduce(
    (sum, { uncomparedRequests = 0 }) => sum + uncomparedRequests,
    -billOnly,
  );
  return {
    requests: inLog > outside ? inLog - outside : inLog,
    from: days.at(-1)?.day ?? null,
    to: days[0]?.day ?? null,
    isByTotals: isByTotals(books),
  };
}
