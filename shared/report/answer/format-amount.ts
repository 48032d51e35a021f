import type { Language } from '../../language.ts';
import {
  compare,
  type Decimal,
  formatGrouped,
  roundForDisplay,
  toDecimal,
  toPlainText,
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
 * Formats an amount for sentences and screens: with separated thousands and two decimals (`1,234.50`), with four
 * decimals below 0.1, and a still smaller amount with its first digits.
 * @param exact plain decimal
 */
export function formatAmount(exact: string): string {
  const text = formatMagnitude(toDecimal(exact).abs());
  return exact.startsWith('-') && text !== '0' ? `-${text}` : text;
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
/** Whether a ratio is formatted as a multiple (`270×`) instead of a percentage: from 2 on. */
export const isMultiple = (ratio: number): boolean => ratio >= MULTIPLE;
const formatMultiple = (ratio: number): string =>
  `${ratio.toLocaleString('en-US', { maximumSignificantDigits: 3 })}×`;

/** Formats a ratio as a percentage below 2, else as a multiple: `60.0 %`, `3×`. */
export const formatShare = (ratio: number, language: Language): string =>
  isMultiple(ratio) ? formatMultiple(ratio) : formatPercent(ratio, language);

const COST: Readonly<Record<Language, string>> = { en: 'cost', zh: '成本' };

/** Formats a margin rate such as 0.233 as `23.3 %`, or as `cost 271×` if the cost is at least twice the revenue. */
export const formatMarginRate = (rate: number, language: Language): string =>
  isMultiple(1 - rate) ? `${COST[language]} ${formatMultiple(1 - rate)}` : formatPercent(rate, language);

/** Formats a count with separated thousands. */
export const formatCount = (n: number): string => formatGrouped(toDecimal(n), 0);

/** Formats the amounts of a right-aligned column, padded so that their decimal points are aligned. */
export function formatAmounts(exact: readonly (string | null)[]): (string | null)[] {
  const texts = exact.map((amount) => (amount === null ? null : formatAmount(amount)));
  // Count the decimal point as a digit: both have the same width in a monospaced font.
  const fractionLength = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);
  const most = Math.max(0, ...texts.map((text) => (text === null ? 0 : fractionLength(text))));
  return texts.map((text) => (text === null ? null : text + ' '.repeat(most - fractionLength(text))));
}
