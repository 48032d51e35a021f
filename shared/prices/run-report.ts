import type { KnownLine } from '../known/open-part.ts';
import type { ReconciliationReport, Summary } from '../schemas/report.ts';

/** Rows that entered in the report's currency at the operator's rates. */
export interface Converted {
  readonly ledger: 'upstreamCharges' | 'payments';
  readonly currency: string;
  readonly rows: number;
  /** Their sum in their own currency, and in the report's: exact decimals. */
  readonly amount: string;
  readonly converted: string;
  /** What a unit was worth, by the first day in UTC where it changed. */
  readonly rates: readonly { readonly from?: string; readonly rate: string }[];
}

/** What stated prices make of requests without an upstream row of their own: an estimate, never a part of the cost. */
interface EstimateSummary {
  /** Requests with an estimate over the time that bills and log both hold, and those that no price covers. */
  readonly requests: number;
  readonly unpriced: number;
  readonly cost: string;
  /** What bills say of the same time, where all requests have a price; `null` where there is no such bill. */
  readonly billed: string | null;
  /** Billed less estimated, of those bills, and its share of the estimate. */
  readonly difference: string | null;
  readonly rate: number | null;
}

/** What lines of tables have where prices were stated; `null` where no request of the line has a price. */
export interface EstimateFigures {
  readonly estimatedCost?: string | null;
  readonly estimatedMargin?: string | null;
}

/** A report of a run, which knows what the operator states beside the books; the API's two calls have none of it. */
export interface RunReport extends ReconciliationReport {
  readonly summary: Summary & {
    readonly converted?: readonly Converted[];
    readonly estimate?: EstimateSummary;
    /** What the operator knows, and what each rule of it covers: it has left answer, sums and causes. */
    readonly known?: readonly KnownLine[];
  };
}
