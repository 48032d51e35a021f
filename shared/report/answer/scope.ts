import type { Summary } from '../../schemas/report.ts';
import type { Books } from './books.ts';
import { isByTotals } from './totals.ts';
import type { Scope } from './words/parts.ts';

/** What a report is about: the requests of the gateway, and their days. */
export function scopeOf(books: Books & { readonly summary: Pick<Summary, 'unmatched' | 'byDay'> }): Scope {
  const { requests, unmatched, byDay } = books.summary;
  return {
    requests: requests.total - (unmatched?.upstream.requests ?? 0),
    from: byDay.at(-1)?.day ?? null,
    to: byDay[0]?.day ?? null,
    isByTotals: isByTotals(books),
  };
}
