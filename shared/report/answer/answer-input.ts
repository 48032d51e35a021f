import { exceeds, roundForDisplay, toDecimal } from '../../money/money.ts';
import type { ReconciliationReport, Summary } from '../../schemas/report.ts';
import type { Sentence } from '../../sentence.ts';
import type { LedgerName } from './gaps/gap.ts';

/** Rows of a ledger that are missing, or that could not be read. */
export interface MissingRows {
  readonly ledger: LedgerName;
  /** How a file shows that rows are missing. */
  readonly reason?: Sentence;
  /** The gateway wrote the money of these rows only in words, so no export contains it. */
  readonly isInWords?: boolean;
  /** Rows that could not be read, and the money that they state. */
  readonly rows?: number;
  readonly amount?: string;
}

/** The part of a report that its first lines are made of. The list of findings is not used, because it may be cut. */
export interface AnswerInput extends Pick<ReconciliationReport, 'currency' | 'completeness'> {
  readonly byModel: readonly (ReconciliationReport['byModel'][number] & {
    readonly estimatedCost?: string | null;
    readonly estimatedMargin?: string | null;
  })[];
  readonly summary: {
    /** What rules of the operator cover: it is not in causes and sums. */
    readonly known?: readonly { readonly state: string; readonly amount: string }[];
    readonly missing?: readonly MissingRows[];
    readonly byUser: readonly {
      readonly userId: string;
      readonly estimatedMargin?: string | null;
    }[];
  } & Omit<Summary, 'answer' | 'byUser' | 'cut' | 'inputFingerprint'>;
}

/** Whether there is no amount, or only what sums of doubles leave of nothing. */
export const isNone = (amount: string | null | undefined): boolean =>
  amount === null || amount === undefined || roundForDisplay(toDecimal(amount)).isZero();

/** Whether a margin is below 0 by more than a quota unit for each request: less is rounding. */
export const isNegativeAmount = (
  margin: string,
  requests: number,
  { summary: { tolerances } }: { readonly summary: Pick<Summary, 'tolerances'> },
): boolean => exceeds(toDecimal(margin).negated(), toDecimal(tolerances.amount).times(requests));
