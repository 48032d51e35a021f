import { decimal, plain, ZERO } from '../money.ts';
import type { Cause, ReconciliationReport, Summary } from '../schemas/report.ts';

/** As much of a report as its answer is made of. The list of findings has no part in it: it may be cut. */
export interface Books extends Pick<ReconciliationReport, 'currency' | 'completeness' | 'byModel'> {
  readonly summary: Pick<
    Summary,
    | 'records'
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

/** The same without causes that the reader knows: they leave the sums, too. */
export function withoutCauses<TBooks extends Books>(books: TBooks, known: ReadonlySet<Cause>): TBooks {
  const { causes, money } = books.summary;
  const left = { ...money };
  for (const { side, counted } of known)
    if (side !== null) left[side] = plain(decimal(left[side]).minus(decimal(counted)));
  return {
    ...books,
    summary: { ...books.summary, causes: causes.filter((cause) => !known.has(cause)), money: left },
  };
}

export const isNone = (amount: string | null | undefined): boolean =>
  amount === null || amount === undefined || decimal(amount).eq(ZERO);
