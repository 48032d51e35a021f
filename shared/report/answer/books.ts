import { exceeds, roundForDisplay, toDecimal } from '../../money/money.ts';
import type { ReconciliationReport, Summary } from '../../schemas/report.ts';

/** As much of a report as its answer is made of. The list of findings has no part in it: it may be cut. */
export interface Books extends Pick<ReconciliationReport, 'currency' | 'completeness' | 'byModel'> {
  readonly summary: {
    /** What rules of the operator cover, where there are any: it has left causes and sums. */
    readonly known?: readonly { readonly state: string }[];
  } & Pick<
    Summary,
    | 'records'
    | 'period'
    | 'beyond'
    | 'requests'
    | 'revenue'
    | 'cost'
    | 'margin'
    | 'excluded'
    | 'money'
    | 'causes'
    | 'payments'
    | 'findings'
    | 'byDay'
    | 'tolerances'
  >;
}

/** Whether there is no amount, or only what sums of doubles leave of nothing. */
export const isNone = (amount: string | null | undefined): boolean =>
  amount === null || amount === undefined || roundForDisplay(toDecimal(amount)).isZero();

/** Whether a margin is below 0 by more than a quota unit for each request: less is rounding. */
export const isLoss = (margin: string, requests: number, { summary: { tolerances } }: Books): boolean =>
  exceeds(toDecimal(margin).negated(), toDecimal(tolerances.amount).times(requests));
