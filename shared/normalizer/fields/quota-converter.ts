import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { type Decimal, divide, reciprocal, toDecimal, toPlainText } from '../../money/money.ts';
import type { NoteTaker } from '../row-outcomes.ts';
import { FieldProblem } from './row-problem.ts';

/** Converts quota units into money, for one value of `quotaPerUnit`. */
export interface QuotaConverter {
  readonly quotaPerUnit: number;
  /** Returns `|quota| / quotaPerUnit` as plain decimal text. */
  readonly amount: (quota: number) => string;
}

/** Most decimal places for which products with safe integers stay exact. */
const PLACES_MAX = 15;

/** Writes a factor as `units × 10^-places`; `undefined` if it has too many digits. */
function toDecimalFactor(factor: Decimal) {
  const [whole = '', decimals = ''] = toPlainText(factor).split('.');
  const units = Number(whole + decimals);
  return decimals.length <= PLACES_MAX && Number.isSafeInteger(units)
    ? { units, places: decimals.length }
    : undefined;
}

/** Formats `units × 10^-places` as plain decimal text. */
function formatScaled(units: number, places: number): string {
  const scaleFactor = 10 ** places;
  const whole = Math.floor(units / scaleFactor);
  let fraction = units - whole * scaleFactor;
  if (fraction === 0) return `${whole}`;
  let digits = places;
  for (; fraction % 10 === 0; fraction /= 10) digits--;
  return `${whole}.${`${fraction}`.padStart(digits, '0')}`;
}

/**
 * Builds a converter from quota units to money. Amounts are exact if the division terminates. Otherwise (a
 * `quotaPerUnit` such as 3) they have 12 decimals, rounded half to even, and a note is counted.
 * @param outcomes counts the note
 */
export function buildQuotaConverter(quotaPerUnit: number, outcomes: NoteTaker): QuotaConverter {
  const divisor = toDecimal(quotaPerUnit);
  const factor = reciprocal(divisor);
  const scale = factor && toDecimalFactor(factor);
  const amount = (quota: number): string => {
    if (quota === 0) return '0';
    const scaled = scale && Math.abs(quota) * scale.units;
    if (scale && scaled !== undefined && scaled <= Number.MAX_SAFE_INTEGER)
      return formatScaled(scaled, scale.places);
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
  return { quotaPerUnit, amount };
}
