import { exceeds, isDust, toDecimal } from '../../money/money.ts';
import type { ReconciliationReport, Summary } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { ReportLedger } from './gaps/gap.ts';

/** Rows of a list that are missing, or that could not be read. */
export interface MissingRows {
  readonly ledger: ReportLedger;
  /** Evidence in a file that rows are missing. */
  readonly reason?: Sentence;
  /** Models of the rows, if the gateway wrote the money of these rows only as text. */
  readonly models?: readonly string[];
  /** Number of rows that could not be read, and their money as far as it is known. For texts, the largest sum. */
  readonly rows?: number;
  readonly amount?: string;
}

/**
 * The fields of a report from which its answer (headline and sentences) is built. They do not include the list of
 * findings, because it may be incomplete.
 */
export interface AnswerInput extends Pick<ReconciliationReport, 'currency' | 'completeness'> {
  /** Table by model. The estimates are at the operator's prices; absent without prices, null if none applies. */
  readonly byModel: readonly (ReconciliationReport['byModel'][number] & {
    readonly estimatedCost?: string | null;
    readonly estimatedMargin?: string | null;
  })[];
  readonly summary: {
    /** Rules for acknowledged causes, which are not in the causes and sums. `amount` is what a rule covers. */
    readonly known?: readonly { readonly state: string; readonly amount: string }[];
    /** Time zone of the bill's days, if the report's days are in UTC and the bill's are not. */
    readonly billTimeZone?: string;
    /** Quota per unit with which the log was read, if it is not the default. */
    readonly quotaPerUnit?: number;
    /** Rows that are missing in the input, or could not be read. */
    readonly missing?: readonly MissingRows[];
    readonly byUser: readonly {
      readonly userId: string;
      readonly requests: number;
      readonly revenue: string;
      readonly estimatedMargin?: string | null;
    }[];
  } & Omit<Summary, 'answer' | 'byUser' | 'cut' | 'inputFingerprint'>;
}

/** Whether an amount is absent, or is displayed as 0. */
export const isTiny = (amount: string | null | undefined): boolean =>
  amount === null || amount === undefined || isDust(toDecimal(amount));

/** Whether a margin is below 0 by more than rounding, which is at most one quota unit per request. */
export const isNegativeAmount = (
  margin: string,
  requests: number,
  { summary: { tolerances } }: { readonly summary: Pick<Summary, 'tolerances'> },
): boolean =>
  margin.startsWith('-') && exceeds(toDecimal(margin.slice(1)), toDecimal(tolerances.amount).times(requests));
