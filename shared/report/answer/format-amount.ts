import type { Language } from '../../language.ts';
import {
  addExact,
  compare,
  type Decimal,
  formatGrouped,
  isEqual,
  roundForDisplay,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';

const TENTH = toDecimal('0.1');
/** Smallest amount that four decimals can show. */
const LEAST = toDecimal('0.0001');

const decimalsOf = (magnitude: Decimal): number => (compare(magnitude, TENTH) < 0 ? 4 : 2);

function formatMagnitude(magnitude: Decimal): string {
  if (magnitude.isZero()) return '0';
  return compare(magnitude, LEAST) < 0
    ? toPlainText(roundForDisplay(magnitude))
    : formatGrouped(magnitude, decimalsOf(magnitude));
}

/**
 * Formats an amount for sentences and screens: with separated thousands and two decimals (`1,234.50`), below 0.1 with
 * four decimals, and below 0.0001 with as many as its first two digits need.
 * @param exact plain decimal
 */
export function formatAmount(exact: string): string {
  const text = formatMagnitude(toDecimal(exact).abs());
  return exact.startsWith('-') && text !== '0' ? `-${text}` : text;
}

/** A figure of a calculation, or a change (`isChange`) that leads to the next figure. Exact decimal. */
export interface CalculationStep {
  readonly exact: string;
  readonly isChange?: true;
}

/** Whether each figure that follows a change is the sum of what is before it. */
function addsUp(steps: readonly CalculationStep[], amounts: readonly Decimal[]): boolean {
  let sum = ZERO;
  return amounts.every((amount, at) => {
    const isSum = steps[at]?.isChange || !steps[at - 1]?.isChange || isEqual(amount, sum);
    sum = steps[at]?.isChange ? addExact(sum, amount) : amount;
    return isSum;
  });
}

/**
 * Formats the amounts of a calculation, all with the fewest decimals with which they add up: `31.888 - 24.434 = 7.454`,
 * because with two decimals it would be `31.89 - 24.43 = 7.45`.
 */
export function formatCalculation(steps: readonly CalculationStep[]): string[] {
  const amounts = steps.map(({ exact }) => toDecimal(exact));
  const least = Math.max(...steps.map(({ exact }) => formatAmount(exact).split('.')[1]?.length ?? 0));
  const decimals = [0, 1, 2, 3, 4].find((more) =>
    addsUp(
      steps,
      amounts.map((amount) => amount.decimalPlaces(least + more)),
    ),
  );
  return amounts.map((amount) => formatGrouped(amount, least + (decimals ?? 0)));
}

/** Formats a share as a percentage with one decimal: 0.233 as `23.3 %`, in Chinese as `23.3%`, and 0 as `0%`. */
export function formatPercent(rate: number, language: Language): string {
  const digits = Math.abs(rate * 100).toFixed(1);
  const sign = rate < 0 ? '-' : '';
  if (language === 'en') return `${sign}${digits} %`;
  return Number(digits) === 0 ? '0%' : `${sign}${digits}%`;
}

/** Ratio from which a share is formatted as a multiple. */
const MULTIPLE = 2;
/** Whether a ratio is at least 2, so that `formatShare` formats it as a multiple (`270×`) and not as a percentage. */
export const isMultiple = (ratio: number): boolean => ratio >= MULTIPLE;
/** Formats a ratio with three digits: 7.1428 as `7.14`. */
export const formatFactor = (ratio: number): string =>
  ratio.toLocaleString('en-US', { maximumSignificantDigits: 3 });
const formatMultiple = (ratio: number): string => `${formatFactor(ratio)}×`;

/** Formats a ratio: below 2 as a percentage (0.6 as `60.0 %`), from 2 on as a multiple (3 as `3×`). */
export const formatShare = (ratio: number, language: Language): string =>
  isMultiple(ratio) ? formatMultiple(ratio) : formatPercent(ratio, language);

const COST: Readonly<Record<Language, string>> = { en: 'cost', zh: '成本' };

/**
 * Formats a margin rate, which is the margin divided by the revenue: 0.233 as `23.3 %`. If the cost is at least twice
 * the revenue, the result is their ratio: -270 as `cost 271×`.
 */
export const formatMarginRate = (rate: number, language: Language): string =>
  isMultiple(1 - rate) ? `${COST[language]} ${formatMultiple(1 - rate)}` : formatPercent(rate, language);

/** Formats a count with separated thousands. */
export const formatCount = (n: number): string => formatGrouped(toDecimal(n), 0);

/** Formats a count with its English noun: `1,500 rows`, `1 row`. */
export const pluralize = (n: number, noun: string): string =>
  `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`;

/**
 * Formats the amounts of a right-aligned column, with spaces at their ends so that the decimal points are aligned. Null
 * stays null.
 */
export function formatAmounts(exact: readonly (string | null)[]): (string | null)[] {
  const texts = exact.map((amount) => (amount === null ? null : formatAmount(amount)));
  // Count the decimal point as a digit: both have the same width in a monospaced font.
  const fractionLength = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);
  const most = Math.max(0, ...texts.map((text) => (text === null ? 0 : fractionLength(text))));
  return texts.map((text) => (text === null ? null : text + ' '.repeat(most - fractionLength(text))));
}
