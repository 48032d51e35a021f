import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** Rows that could not be read and were left out. */
export interface AsideRows {
  readonly count: number;
  /** The first of them: `file, row: field: what is wrong`. */
  readonly reasons: readonly string[];
}

/** What the page shows, and what a report file carries. */
export interface Answered {
  readonly report: ReconciliationReport;
  /** Where native rows went; absent where the ledgers were canonical. */
  readonly meta?: Pick<NormalizeMeta, 'rows' | 'notes'>;
  /** First day of each cause, in the order of `summary.causes`; null where no listed finding tells it. */
  readonly since: readonly (string | null)[];
  readonly aside?: AsideRows;
  readonly acknowledged?: readonly string[];
}
