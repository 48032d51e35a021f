import {
  addLong,
  addShort,
  approximateQuotient,
  compareLong,
  type Decimal,
  Exact,
  formatDigits,
  fractionPart,
  fromUnits,
  integerPart,
  isFiniteDecimal,
  isShort,
  parsePlain,
  ZERO,
} from './exact.ts';

/** Exact decimal numbers. `plus`, `minus` and `times` are exact; functions of this folder define how to divide. */
export { type Decimal, fromUnits, ZERO };

// `clone` starts from the library's defaults, not from the settings of `Exact`.
const Rate = Exact.clone({ DECIMAL_PLACES: 6, ROUNDING_MODE: Exact.ROUND_HALF_EVEN });

/**
 * Converts an amount as the API accepts it to an exact decimal; a JSON number by its shortest decimal text. A schema must have
 * checked the text before, because bignumber.js also accepts `0x10`, `1_000` and ` 1 `.
 * @param keepsText see `parsePlain`
 */
export function toDecimal(amount: string | number, keepsText = false): Decimal {
  return parsePlain(`${amount}`, keepsText) ?? new Exact(amount);
}

/** Formats all digits of a decimal: no exponent, no trailing zeros, no `-0`. */
export const toPlainText = (value: Decimal): string => {
  if (value.isZero()) return '0';
  return isFiniteDecimal(value) ? formatDigits(value) : value.toFixed();
};

/** `a + sign × b`, exact. The library takes five times as long for short decimals and three times for others. */
function addSigned(a: Decimal, b: Decimal, sign: 1 | -1): Decimal {
  const short = isShort(a) && isShort(b) ? addShort(a, b, sign) : undefined;
  if (short !== undefined) return short;
  if (isFiniteDecimal(a) && isFiniteDecimal(b)) return addLong(a, b, sign);
  return sign > 0 ? a.plus(b) : a.minus(b);
}

/** `a + b`, exact. */
export const addExact = (a: Decimal, b: Decimal): Decimal =>
  b === ZERO ? a : a === ZERO ? b : addSigned(a, b, 1);

/** `a - b`, exact. */
export const subtract = (a: Decimal, b: Decimal): Decimal => (b === ZERO ? a : addSigned(a, b, -1));

/** Exponent of the smallest amount that is no rounding error of doubles. The smallest price of a token has nine decimals. */
const DUST_EXPONENT = -12;
const DECIMALS = 6;

/** Whether an amount is 0 or between -10^-12 and 10^-12, so that it is displayed as 0. */
export const isDust = (value: Decimal): boolean => value.isZero() || (value.e ?? 0) < DUST_EXPONENT;

/** Rounds half-even to six decimals, or two significant digits if these need more. Amounts below 10^-12 become 0. */
export const roundForDisplay = (value: Decimal): Decimal =>
  isDust(value) ? ZERO : value.decimalPlaces(Math.max(DECIMALS, 1 - (value.e ?? 0)));

/** Rounds plain text as `roundForDisplay` does. Most texts need no more than a look at the digits around the cut. */
export function roundTextForDisplay(text: string): string {
  const point = text.indexOf('.');
  const end = point + 1 + DECIMALS;
  if (point < 0 || text.length <= end) return text;
  const [last, next] = [Number(text[end - 1]), Number(text[end])];
  // Without a tie, a carry, zeros at the end, and an amount that needs more decimals for two significant digits.
  if (next !== 5 && last > 0 && last < 9 && !text.includes('0.00000'))
    return `${text.slice(0, end - 1)}${next > 5 ? last + 1 : last}`;
  return toPlainText(roundForDisplay(toDecimal(text)));
}

/** Formats an amount with a number of decimals, half-even, and commas between thousands: `1,234.50`. */
export const formatGrouped = (value: Decimal, decimals: number): string => value.toFormat(decimals);

/** `dividend / divisor` to 12 decimals, half-even. */
export const divide = (dividend: Decimal, divisor: Decimal): Decimal => dividend.div(divisor);

/** `value × 10^places`, exact. */
export const shiftPoint = (value: Decimal, places: number): Decimal => value.shiftedBy(places);

/** Rounds to the nearest whole number, halves away from zero. */
export const roundHalfAway = (value: Decimal): Decimal => value.integerValue(Exact.ROUND_HALF_UP);

/**
 * Compares two decimals for `sort`: below 0, 0 or above 0. Faster than the library: it checks first whether both are
 * one object, as equal amounts of a row often are, and copies nothing.
 */
export function compare(a: Decimal, b: Decimal): number {
  if (a === b) return 0;
  if (isShort(a) && isShort(b))
    return Math.sign(integerPart(a) - integerPart(b) || fractionPart(a) - fractionPart(b));
  return isFiniteDecimal(a) && isFiniteDecimal(b) ? compareLong(a, b) : (a.comparedTo(b) ?? 0);
}

/** Whether two decimals are equal. Faster than the library, which copies the second one. */
export const isEqual = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;

/** -1, 0 or 1. */
const signOf = (value: Decimal): number => (value.isZero() ? 0 : (value.s ?? 0));
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

/** Sums the amounts that `pick` returns for each row; 0 without rows. */
export function sumBy<T>(rows: readonly T[], pick: (row: T) => Decimal): Decimal {
  let sum: Decimal | undefined;
  for (const row of rows) sum = sum === undefined ? pick(row) : addExact(sum, pick(row));
  return sum ?? ZERO;
}

const MILLION = 1e6;
/** Smallest distance of an approximate quotient from the middle between two millionths, as a fraction of a millionth. */
const DOUBT_MIN = 1e-3;
/** Largest quotient whose error as a double is far below `DOUBT_MIN`. */
const RATE_MAX = 1e3;

/** Computes the rate with doubles; `undefined` if their error could change the rounding. */
function computeNearRate(part: Decimal, all: Decimal): number | undefined {
  const near = isFiniteDecimal(part) && isFiniteDecimal(all) ? approximateQuotient(part, all) : undefined;
  if (near === undefined || Math.abs(near) > RATE_MAX) return undefined;
  const millionths = near * MILLION;
  const nearest = Math.round(millionths);
  return Math.abs(millionths - nearest) > 0.5 - DOUBT_MIN ? undefined : nearest / MILLION || 0;
}

/**
 * `part / all` (not 0) with 6 decimals, half-even, as a JSON number; `null` if it is too large. Divides doubles where
 * their result is certain to round correctly: an exact division takes twenty times as long.
 */
export function computeRate(part: Decimal, all: Decimal): number | null {
  const near = computeNearRate(part, all);
  if (near !== undefined) return near;
  const nearest = toNearestNumber(toPlainText(new Rate(part).div(all)));
  return Number.isFinite(nearest) ? nearest : null;
}

/** Converts plain decimal text to the nearest double, which is infinite if the text is too large. */
export const toNearestNumber = (text: string): number => Number(text);

/**
 * Whether a JSON number may differ from the text that was sent: if its shortest decimal text has more than 15
 * significant digits, because a double preserves only 15. `false` for an amount sent as text.
 */
export const mayBeImprecise = (amount: string | number | undefined): boolean =>
  typeof amount === 'number' && String(amount).length > 15 && new Exact(amount).precision() > 15;
