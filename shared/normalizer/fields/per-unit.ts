import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { type Decimal, decimal, plain, quotient, reciprocal } from '../../money.ts';
import type { NoteTaker } from '../account.ts';
import { FieldProblem } from './row-problem.ts';

/** Turns quota units into amounts of money for one `quotaPerUnit`. */
export interface PerUnit {
  readonly quotaPerUnit: number;
  /** Plain decimal text of `|quota| / quotaPerUnit`. */
  readonly amount: (quota: number) => string;
}

/**
 * Exact where the division ends; where it does not (a `quotaPerUnit` such as 3), every amount has 12 decimals,
 * half-even, and the reply says so.
 */
export function perUnit(quotaPerUnit: number, account: NoteTaker): PerUnit {
  const divisor = decimal(quotaPerUnit);
  const factor: Decimal | undefined = reciprocal(divisor);
  const amount = (quota: number): string => {
    if (quota === 0) return '0';
    if (factor === undefined) account.note('quotaRounded');
    const units = decimal(Math.abs(quota));
    const text = plain(factor ? units.times(factor) : quotient(units, divisor));
    if (text.length > AMOUNT_LENGTH_MAX)
      throw new FieldProblem('quota', {
        en: `gives an amount of more than ${AMOUNT_LENGTH_MAX} characters`,
        zh: `换算出的金额超过 ${AMOUNT_LENGTH_MAX} 个字符`,
      });
    return text;
  };
  return { quotaPerUnit, amount };
}
