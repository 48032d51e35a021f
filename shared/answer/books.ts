import { decimal, ZERO } from '../money.ts';
import type { ReconciliationReport, Summary } from '../schemas/report.ts';

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
  >;
}

export const isNone = (amount: string | null | undefined): boolean =>
  amount === null || amount === undefined || decimal(amount).eq(ZERO);
