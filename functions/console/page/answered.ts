import type { Report } from '#shared/report-files/report-shape.ts';
import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';

/** What the page shows, and what a report file carries. */
export interface Answered {
  readonly report: Report;
  /** Where native rows went; absent where the ledgers were canonical. */
  readonly meta?: Pick<NormalizeMeta, 'rows' | 'notes'>;
  /** First day of each cause, in the order of `summary.causes`; null where no listed finding tells it. */
  readonly since: readonly (string | null)[];
  readonly acknowledged?: readonly string[];
}
