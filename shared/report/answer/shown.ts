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
/** What four decimals would show as nothing. */
const LEAST = toDecimal('0.0001');

const decimalsOf = (magnitude: Decimal): number => (compare(magnitude, TENTH) < 0 ? 4 : 2);

function shownMagnitude(magnitude: Decimal): string {
  if (magnitude.isZero()) return '0';
  return compare(magnitude, LEAST) < 0
    ? toPlainText(roundForDisplay(magnitude))
    : formatGrouped(magnitude, decimalsOf(magnitude));
}

/**
 * An amount as a sentence or a screen shows it: two decimals, four below 0.1, thousands separated; the first digits of
 * what is smaller. Files and titles have the exact value of each.
 * @param exact a plain decimal
 */
export function shown(exact: string): string {
  const text = shownMagnitude(toDecimal(exact).abs());
  return exact.startsWith('-') && text !== '0' ? `-${text}` : text;
}

/** A share as people read it: `23.3 %`. */
export const percent = (rate: number): string => `${rate < 0 ? '-' : ''}${Math.abs(rate * 100).toFixed(1)} %`;

/** From twice on, a share is a multiple: nobody reads `26980.0 %`. */
const MULTIPLE = 2;
export const isMultiple = (ratio: number): boolean => ratio >= MULTIPLE;
const times = (ratio: number): string => `${ratio.toLocaleString('en-US', { maximumSignificantDigits: 3 })}×`;

/** A part of a whole that may exceed it: `60.0 %`, `3×`. */
export const share = (ratio: number): string => (isMultiple(ratio) ? times(ratio) : percent(ratio));

const COST: Readonly<Record<Language, string>> = { en: 'cost', zh: '成本' };

/** What is left of a revenue: `23.3 %`, `-87.3 %`; where the cost is twice the revenue or more, how many times: `cost 271×`. */
export const marginShare = (rate: number, language: Language): string =>
  isMultiple(1 - rate) ? `${COST[language]} ${times(1 - rate)}` : percent(rate);

/** A count with its thousands separated. */
export const count = (n: number): string => n.toLocaleString('en-US');

/** Figures of a right-aligned column: each as `shown`, filled up so that their points stand in one line. */
export function shownInColumn(exact: readonly (string | null)[]): (string | null)[] {
  const texts = exact.map((amount) => (amount === null ? null : shown(amount)));
  // A point is as wide as a digit where all letters are.
  const placesOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);
  const most = Math.max(0, ...texts.map((text) => (text === null ? 0 : placesOf(text))));
  return texts.map((text) => (text === null ? null : text + ' '.repeat(most - placesOf(text))));
}
