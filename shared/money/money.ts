import {
  addExact,
  approximateQuotient,
  compare,
  type Decimal,
  divideRounded,
  fractionPart,
  integerPart,
  isShort,
  reciprocal,
  shiftPoint,
  subtract,
  toDecimal,
  ZERO,
} from './exact.ts';

/**
 * Exact decimal numbers. `plus`, `minus` and `times` are exact; for division use a function of this file, which defines
 * the rounding.
 */
export { addExact, compare, type Decimal, reciprocal, shiftPoint, subtract, toDecimal, ZERO };

/** Formats all digits of a decimal: no exponent, no trailing zeros, no `-0`. */
export const toPlainText = (value: Decimal): string => value.toString();

/** Amounts below this are rounding errors of doubles; the smallest price of a token has nine decimals. */
const DUST = toDecimal('1e-12');
const DECIMALS = 6;

/** Rounds an amount for display, half-even: to six decimals, or to two significant digits if it is smaller; dust is 0. */
export function roundForDisplay(value: Decimal): Decimal {
  const magnitude = value.abs();
  if (compare(magnitude, DUST) < 0) return ZERO;
  return value.round(Math.max(DECIMALS, 1 - value.e));
}

/** Formats an amount with a number of decimals, half-even, and commas between thousands: `1,234.50`. */
export function formatGrouped(value: Decimal, decimals: number): string {
  const [whole = '', fraction = ''] = toPlainText(value.round(decimals)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals > 0 ? `${grouped}.${fraction.padEnd(decimals, '0')}` : grouped;
}

const QUOTIENT_PLACES = 12;

/** `dividend / divisor` to 12 decimals, half-even. */
export const divide = (dividend: Decimal, divisor: Decimal): Decimal =>
  divideRounded(dividend, divisor, QUOTIENT_PLACES);

const HALF = toDecimal('0.5');

/** Rounds to the nearest whole number, halves away from zero. */
export function roundHalfAway(value: Decimal): Decimal {
  const rounded = value.round(0);
  const isHalf = subtract(value, rounded).abs().eq(HALF);
  // Half-even may have rounded a half towards zero.
  return isHalf && exceeds(value.abs(), rounded.abs()) ? rounded.plus(value.s) : rounded;
}

/** Reduces the ratio of two decimals above 0 to whole numbers in lowest terms. */
function reduceRatio(a: Decimal, b: Decimal): [string, string] {
  // Most amounts paid and credited are whole numbers, and those take a sixth of the time.
  if (isShort(a) && isShort(b) && fractionPart(a) === 0 && fractionPart(b) === 0) {
    let [divisor, rest] = [integerPart(a), integerPart(b)];
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
    return [`${integerPart(a) / divisor}`, `${integerPart(b) / divisor}`];
  }
  const [wholeA = '', decimalsA = ''] = toPlainText(a).split('.');
  const [wholeB = '', decimalsB = ''] = toPlainText(b).split('.');
  const places = Math.max(decimalsA.length, decimalsB.length);
  const scaledA = BigInt(wholeA + decimalsA.padEnd(places, '0'));
  const scaledB = BigInt(wholeB + decimalsB.padEnd(places, '0'));
  let [divisor, rest] = [scaledA, scaledB];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return [`${scaledA / divisor}`, `${scaledB / divisor}`];
}

/** Formats the ratio of two decimals above 0 in lowest terms: `11:10`. */
export const formatRatio = (a: Decimal, b: Decimal): string => reduceRatio(a, b).join(':');

/** `dividend / divisor`, both above 0: exact if its decimals end, else to 12 decimals, half-even. */
export function divideExactly(dividend: Decimal, divisor: Decimal): Decimal {
  const [numerator, denominator] = reduceRatio(dividend, divisor);
  const inverse = reciprocal(toDecimal(denominator));
  return inverse ? inverse.times(numerator) : divide(dividend, divisor);
}

/** -1, 0 or 1. */
const signOf = (value: Decimal): number => (value.isZero() || value.isNaN() ? 0 : value.s);
/** Whether a decimal is above 0. */
export const isPositive = (value: Decimal): boolean => signOf(value) > 0;
/** Whether a decimal is below 0. */
export const isNegative = (value: Decimal): boolean => signOf(value) < 0;
/** Whether `a` is more than `b`. */
export const exceeds = (a: Decimal, b: Decimal): boolean => compare(a, b) > 0;
/** The larger of two decimals; the first if they are equal. */
export const larger = (a: Decimal, b: Decimal): Decimal => (exceeds(b, a) ? b : a);
/** The smaller of two decimals; the first if they are equal. */
export const smaller = (a: Decimal, b: Decimal): Decimal => (exceeds(a, b) ? b : a);
/** The decimal, or 0 if it is below 0. */
export const atLeastZero = (value: Decimal): Decimal => (isPositive(value) ? value : ZERO);

/** Sums the amounts that `pick` returns for each row. */
export function sumBy<T>(rows: readonly T[], pick: (row: T) => Decimal): Decimal {
  let sum: Decimal | undefined;
  for (const row of rows) sum = sum === undefined ? pick(row) : addExact(sum, pick(row));
  return sum ?? ZERO;
}

const MILLION = 1e6;
const RATE_PLACES = 6;
/** Smallest distance of an approximate quotient from the middle between two millionths, as a fraction of a millionth. */
const DOUBT_MIN = 1e-3;
/** Largest quotient whose error as a double is far below `DOUBT_MIN`. */
const RATE_MAX = 1e3;

/** Computes the rate with doubles; `undefined` if their error could change the rounding. */
function computeNearRate(part: Decimal, all: Decimal): number | undefined {
  const near = approximateQuotient(part, all);
  if (near === undefined || Math.abs(near) > RATE_MAX) return undefined;
  const millionths = near * MILLION;
  const nearest = Math.round(millionths);
  return Math.abs(millionths - nearest) > 0.5 - DOUBT_MIN ? undefined : nearest / MILLION || 0;
}

/**
 * `part / all` with 6 decimals, half-even, as a JSON number; `null` if it is too large for a finite number. Divides
 * exactly only if doubles cannot decide the rounding: that takes twenty times as long.
 */
export function computeRate(part: Decimal, all: Decimal): number | null {
  if (all.isZero() || all.isNaN() || part.isNaN()) return null;
  const near = computeNearRate(part, all);
  if (near !== undefined) return near;
  const nearest = divideRounded(part, all, RATE_PLACES).toNumber();
  return Number.isFinite(nearest) ? nearest : null;
}

/** Converts plain decimal text to the nearest double, which is infinite if the text is too large. */
export const toNearestNumber = (text: string): number => Number(text);

/**
 * Whether a JSON number may differ from the text that was sent: its shortest decimal text has more than 15 significant
 * digits, and a double preserves 15 of any decimal.
 */
export const mayBeImprecise = (amount: string | number | undefined): boolean =>
  typeof amount === 'number' &&
  toPlainText(toDecimal(amount))
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length > 15;
