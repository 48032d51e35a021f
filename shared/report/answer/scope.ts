import type { AnswerInput } from './answer-input.ts';
import { isByTotals } from './compared.ts';

/** Scope of a report: number of requests in the log, and its first and last day. */
export function scopeOf(books: AnswerInput) {
  const { requests, unmatched, byDay } = books.summary;
  const logged = byDay.filter((line) => line.requests > 0 && line.uncomparedRevenue !== line.revenue);
  const days = logged.length > 0 ? logged : byDay;
  return {
    requests: requests.total - (unmatched?.upstream.requests ?? 0),
    from: days.at(-1)?.day ?? null,
    to: days[0]?.day ?? null,
    isByTotals: isByTotals(books),
  };
}
