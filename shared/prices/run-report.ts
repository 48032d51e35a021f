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

/** A report of a run, which knows what the operator states beside the books; the API's two calls have none of it. */
export interface RunReport extends ReconciliationReport {
  readonly summary: Summary & {
    readonly converted?: readonly Converted[];
  };
}
