import {
  type Decimal,
  Exact,
  fractionOf,
  hasDigits,
  isShort,
  longDecimal,
  longOrder,
  longSum,
  nearQuotient,
  shortDecimal,
  shortSum,
  textOf,
  wholeOf,
  ZERO,
} from './money/exact.ts';

/**
 * Exact decimals, and all that is done with them. `plus`, `minus` and `times` are exact. Division is not, and has a
 * function of its own that says how it rounds.
 */
export { type Decimal, ZERO };

// A clone starts from the library's own settings, not from those of what it clones.
const Rate = Exact.clone({ DECIMAL_PLACES: 6, ROUNDING_MODE: Exact.ROUND_HALF_EVEN });

/**
 * An amount of the contract as an exact decimal. A JSON number counts as its shortest decimal text.
 * The schema has checked the text before: bignumber.js alone would accept `0x10`, `1_000` and ` 1 `.
 */
export function decimal(amount: string | number): Decimal {
  const text = `${amount}`;
  return shortDecimal(text) ?? longDecimal(text) ?? new Exact(amount);
}

/** Plain decimal text: every digit, no exponent, no trailing zeros, no `-0`. */
export const plain = (value: Decimal): string => {
  if (value.isZero()) return '0';
  return hasDigits(value) ? textOf(value) : value.toFixed();
};

/** `a + sign × b`, exact. What the library does takes five times as long with two short ones, three times with others. */
function signedSum(a: Decimal, b: Decimal, sign: 1 | -1): Decimal {
  const short = isShort(a) && isShort(b) ? shortSum(a, b, sign) : undefined;
  if (short !== undefined) return short;
  if (hasDigits(a) && hasDigits(b)) return longSum(a, b, sign);
  return sign > 0 ? a.plus(b) : a.minus(b);
}

/** `a + b`, exact. */
export const sumOf = (a: Decimal, b: Decimal): Decimal =>
  b === ZERO ? a : a === ZERO ? b : signedSum(a, b, 1);

/** `a - b`, exact. */
export const difference = (a: Decimal, b: Decimal): Decimal => (b === ZERO ? a : signedSum(a, b, -1));

/** An amount below this is what doubles leave of nothing; the smallest price of a token has nine decimals. */
const DUST = new Exact('1e-12');
const DECIMALS = 6;

/** An amount for people: at most six decimals, or the first two digits of a smaller one. Half-even. */
export function rounded(value: Decimal): Decimal {
  const magnitude = value.abs();
  if (compare(magnitude, DUST) < 0) return ZERO;
  const exponent = value.e ?? 0;
  return value.decimalPlaces(Math.max(DECIMALS, 1 - exponent));
}

/** As people read it: so many decimals, half-even, and a comma between thousands. */
export const grouped = (value: Decimal, decimals: number): string => value.toFormat(decimals);

/** `dividend / divisor` to 12 decimals, half-even. */
export const quotient = (dividend: Decimal, divisor: Decimal): Decimal => dividend.div(divisor);

/** `value × 10^places`, exact. */
export const shifted = (value: Decimal, places: number): Decimal => value.shiftedBy(places);

/** The nearest whole number, halves away from zero. */
export const wholeHalfAway = (value: Decimal): Decimal => value.integerValue(Exact.ROUND_HALF_UP);

/**
 * `1 / divisor`, exact, or `undefined` where it has no last digit (3, 7, 0.6), or is none (0).
 * @param divisor not below 0
 */
export function reciprocal(divisor: Decimal): Decimal | undefined {
  const [digits = '', exponent] = divisor.toExponential().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  let rest = BigInt(whole + decimals);
  if (rest === 0n) return undefined;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  // 1 / (2^a 5^b 10^e) = 5^(n-b) … with n = max(a, b): every factor becomes a ten.
  const places = Math.max(twos, fives);
  const coefficient = 2n ** BigInt(places - twos) * 5n ** BigInt(places - fives);
  return new Exact(`${coefficient}e${decimals.length - Number(exponent) - places}`);
}

/** Whole numbers in the ratio of two decimals above 0, in lowest terms. */
function lowestTerms(a: Decimal, b: Decimal): [string, string] {
  // What people pay and get is mostly whole, and a sixth of the work.
  if (isShort(a) && isShort(b) && fractionOf(a) === 0 && fractionOf(b) === 0) {
    let [divisor, rest] = [wholeOf(a), wholeOf(b)];
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
    return [`${wholeOf(a) / divisor}`, `${wholeOf(b) / divisor}`];
  }
  const [wholeA = '', decimalsA = ''] = plain(a).split('.');
  const [wholeB = '', decimalsB = ''] = plain(b).split('.');
  const places = Math.max(decimalsA.length, decimalsB.length);
  const whole = BigInt(wholeA + decimalsA.padEnd(places, '0'));
  const part = BigInt(wholeB + decimalsB.padEnd(places, '0'));
  let [divisor, rest] = [whole, part];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return [`${whole / divisor}`, `${part / divisor}`];
}

/** The ratio of two decimals above 0 in lowest terms: `11:10`. */
export const ratioText = (a: Decimal, b: Decimal): string => lowestTerms(a, b).join(':');

/** `dividend / divisor`, both above 0: exact where it has a last digit, else to 12 decimals, half-even. */
export function exactQuotient(dividend: Decimal, divisor: Decimal): Decimal {
  const [whole, part] = lowestTerms(dividend, divisor);
  const share = reciprocal(new Exact(part));
  return share ? share.times(whole) : quotient(dividend, divisor);
}

/**
 * The order of two decimals: below 0, 0 or above 0, as `sort` wants it. Equal amounts of a row are often one object, and
 * the library copies a decimal before it looks at it.
 */
export function compare(a: Decimal, b: Decimal): number {
  if (a === b) return 0;
  if (isShort(a) && isShort(b)) return Math.sign(wholeOf(a) - wholeOf(b) || fractionOf(a) - fractionOf(b));
  return hasDigits(a) && hasDigits(b) ? longOrder(a, b) : (a.comparedTo(b) ?? 0);
}

/** -1, 0 or 1. */
const signOf = (value: Decimal): number => (value.isZero() ? 0 : (value.s ?? 0));
export const isPositive = (value: Decimal): boolean => signOf(value) > 0;
export const isNegative = (value: Decimal): boolean => signOf(value) < 0;
/** Whether `a` is more than `b`. */
export const exceeds = (a: Decimal, b: Decimal): boolean => compare(a, b) > 0;
export const larger = (a: Decimal, b: Decimal): Decimal => (exceeds(b, a) ? b : a);
export const smaller = (a: Decimal, b: Decimal): Decimal => (exceeds(a, b) ? b : a);
/** A magnitude below 0 is 0. */
export const atLeastZero = (value: Decimal): Decimal => (isPositive(value) ? value : ZERO);

/** The sum of what `pick` finds in each row; one row costs no addition. */
export function total<T>(rows: readonly T[], pick: (row: T) => Decimal): Decimal {
  let sum: Decimal | undefined;
  for (const row of rows) sum = sum === undefined ? pick(row) : sumOf(sum, pick(row));
  return sum ?? ZERO;
}

const MILLION = 1e6;
/** How near to the middle between two millionths an inexact quotient may lie; below `RATE_MAX` it is off by far less. */
const DOUBT = 1e-3;
const RATE_MAX = 1e3;

/** The rate as a quotient of doubles shows it, unless that could be rounded either way. */
function nearRate(part: Decimal, whole: Decimal): number | undefined {
  const near = hasDigits(part) && hasDigits(whole) ? nearQuotient(part, whole) : undefined;
  if (near === undefined || Math.abs(near) > RATE_MAX) return undefined;
  const millionths = near * MILLION;
  const nearest = Math.round(millionths);
  return Math.abs(millionths - nearest) > 0.5 - DOUBT ? undefined : nearest / MILLION || 0;
}

/**
 * `part / whole` with 6 decimals, half-even, as a JSON number; `null` where no finite number carries it. A report has a
 * rate for each model and channel, and dividing exactly what all digits do not decide takes twenty times as long.
 */
export function rate(part: Decimal, whole: Decimal): number | null {
  const near = nearRate(part, whole);
  if (near !== undefined) return near;
  const nearest = nearestNumber(plain(new Rate(part).div(whole)));
  return Number.isFinite(nearest) ? nearest : null;
}

/** The number nearest to a plain decimal text; infinite where no finite one carries it. */
export const nearestNumber = (text: string): number => Number(text);

/**
 * Whether a JSON number's shortest decimal text has more than 15 significant digits: a double keeps 15 of any
 * decimal, so the sender's own text may have had others.
 */
export const mayBeImprecise = (amount: string | number | undefined): boolean =>
  typeof amount === 'number' && String(amount).length > 15 && new Exact(amount).precision() > 15;
