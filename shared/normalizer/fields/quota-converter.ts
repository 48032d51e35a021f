import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { type Decimal, divide, fromUnits, toDecimal, toPlainText } from '../../money/money.ts';
import { reciprocal } from '../../money/ratio.ts';
import type { NoteTaker } from '../row-outcomes.ts';
import { FieldProblem } from './row-problem.ts';

/** Converts quota units into money, for one value of `quotaPerUnit`. */
export interface QuotaConverter {
  readonly quotaPerUnit: number;
  /** Returns `|quota| / quotaPerUnit` as plain decimal text. */
  readonly amount: (quota: number) => string;
  readonly decimal: (quota: number) => Decimal;
}

/** Most decimal places of a decimal with one limb after the point. */
const PLACES_MAX = 14;

/** Writes a factor as `units × 10^-places`; `undefined` if it has too many digits. */
function toDecimalFactor(factor: Decimal) {
  const [whole = '', decimals = ''] = toPlainText(factor).split('.');
  const units = Number(whole + decimals);
  return decimals.length <= PLACES_MAX && Number.isSafeInteger(units)
    ? { units, places: decimals.length }
    : undefined;
}

/**
 * Builds a converter from quota units to money: exact, or where the division does not end (a `quotaPerUnit` such as 3)
 * with 12 decimals, rounded half to even, and a note for each amount.
 */
export function buildQuotaConverter(quotaPerUnit: number, outcomes: NoteTaker): QuotaConverter {
  const divisor = toDecimal(quotaPerUnit);
  const factor = reciprocal(divisor);
  const scale = factor && toDecimalFactor(factor);
  const short = (quota: number) => scale && fromUnits(Math.abs(quota) * scale.units, scale.places);
  const amount = (quota: number): string => {
    if (quota === 0) return '0';
    const exact = short(quota);
    if (exact !== undefined) return toPlainText(exact);
    if (factor === undefined) outcomes.note('quotaRounded');
    const units = toDecimal(Math.abs(quota));
    const text = toPlainText(factor ? units.times(factor) : divide(units, divisor));
    if (text.length > AMOUNT_LENGTH_MAX)
      throw new FieldProblem('quota', {
        en: `converts to an amount of more than ${AMOUNT_LENGTH_MAX} characters`,
        zh: `换算出的金额超过 ${AMOUNT_LENGTH_MAX} 个字符`,
      });
    return text;
  };
  return { quotaPerUnit, amount, decimal: (quota) => short(quota) ?? toDecimal(amount(quota)) };
}
