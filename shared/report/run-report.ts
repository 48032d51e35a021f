import type { ReconciliationReport, Summary } from '../schemas/report.ts';
import type { RuleCoverage } from './acknowledged/remove-acknowledged.ts';
import type { MissingRows } from './answer/answer-input.ts';

/** Rows converted to the report's currency at the operator's rates. */
export interface ConvertedRows {
  readonly ledger: 'upstreamCharges' | 'payments';
  readonly currency: string;
  readonly rows: number;
  /** Sum in the currency of the rows; `converted` is the sum in the report's currency. Exact decimals. */
  readonly amount: string;
  readonly converted: string;
  /** Further rows whose money is not in the totals: failed, pending, unpaid or outside the period. */
  readonly uncounted?: { readonly rows: number; readonly amount: string };
  /** Rates used, each with its first UTC day if rates change. */
  readonly rates: readonly { readonly from?: string; readonly rate: string }[];
}

/** Estimate, at the operator's prices, of requests without a bill row of their own. It is not part of the cost. */
interface EstimateSummary {
  /** Requests with an estimate in the time that log and bills both cover; `unpriced` counts requests without one. */
  readonly requests: number;
  readonly unpriced: number;
  readonly cost: string;
  /** Total of the bills whose requests all have a price; `null` if there is no such bill. */
  readonly billed: string | null;
  /** `billed` minus the estimate of those bills; `rate` is its share of that estimate. */
  readonly difference: string | null;
  readonly rate: number | null;
}

/** Columns that prices add to the rows of tables; `null` if no request of the row has a price. */
export interface EstimateFigures {
  readonly estimatedCost?: string | null;
  readonly estimatedMargin?: string | null;
}

/** Report of a run on files, with results of the operator's settings that the API does not have. */
export interface RunReport extends ReconciliationReport {
  readonly summary: Summary & {
    /** Time zone of days and hours, if it is not UTC. */
    readonly timeZone?: string;
    /** Time zone of the bill's days, if the report's days are in UTC and the bill's are not. */
    readonly billTimeZone?: string;
    /** Quota per unit with which the log was read, if it is not the default. */
    readonly quotaPerUnit?: number;
    /** Rows that the files show to be missing, or that could not be read. */
    readonly missing?: readonly MissingRows[];
    readonly converted?: readonly ConvertedRows[];
    readonly estimate?: EstimateSummary;
    /** Rules of `known.json` and what each covers; what they cover is not in the answer, the sums and the causes. */
    readonly known?: readonly RuleCoverage[];
  };
}
