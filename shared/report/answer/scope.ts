import type { AnswerInput } from './answer-input.ts';
import { isByTotals } from './compared.ts';

type DayRow = AnswerInput['summary']['byDay'][number];

/** Whether a day has requests in the time that log and bill both cover. */
export const isCompared = ({ requests, uncomparedRequests = 0 }: DayRow): boolean =>
  requests > uncomparedRequests;

/** Whether a day has requests in the log. */
export const isLogged = (line: DayRow): boolean => isCompared(line) || line.uncomparedRevenue !== undefined;

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
