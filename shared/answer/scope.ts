import type { Summary } from '../schemas/report.ts';
import type { Scope } from './answer-words.ts';

/** What a report is about: the requests of the gateway, and their days. */
export function scopeOf({ requests, unmatched, byDay }: Summary): Scope {
  return {
    requests: requests.total - (unmatched?.upstream.requests ?? 0),
    from: byDay.at(-1)?.day ?? null,
    to: byDay[0]?.day ?? null,
  };
}
