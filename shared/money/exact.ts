import BigNumber from 'bignumber.js';

/**
 * Constructor of all decimals: bignumber.js with the settings of this product. Only this folder may import the library,
 * so that nobody uses other settings. The functions below are faster than it for amounts with few digits.
 */
export const Exact = BigNumber.clone({
  // Print all numbers without an exponent.
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN,
  DECIMAL_PLACES: 12,
});

/** An exact decimal number. */
export type Decimal = BigNumber;

/** The decimal 0; sums return this object for 0 where they can. */
export const ZERO: Decimal = new Exact(0);

/** Decimal digits in a limb, an element of a bignumber.js coefficient; limbs are aligned at the decimal point. */
export const LIMB_DIGITS = 14;
/** The first number above a limb: 10^14. */
export const LIMB_BASE = 10 ** LIMB_DIGITS;
const POWERS = Array.from({ length: LIMB_DIGITS + 1 }, (_, digits) => 10 ** digits);

interface FiniteDecimal extends Decimal {
  readonly s: number;
  readonly e: number;
  readonly c: number[];
  /** Plain text that a long decimal was parsed of with `keepsText`, because printing takes longer than adding. */
  text?: string | undefined;
}
/** A short decimal: at most 14 digits before the point and 14 after it, so at most one limb on each side. */
type ShortDecimal = FiniteDecimal;

/** Whether a decimal is a number: neither infinite nor NaN. */
export const isFiniteDecimal = (value: Decimal): value is FiniteDecimal => value.c !== null;

/** Whether a decimal has at most 14 digits before the point and 14 after it. */
export const isShort = (value: Decimal): value is ShortDecimal => {
  const { e, c } = value as ShortDecimal | { e: null; c: null };
  return c !== null && e < LIMB_DIGITS && e >= -LIMB_DIGITS && c.length <= (e < 0 ? 1 : 2);
};

// Index limbs instead of destructuring them: that would cost a tenth of a reconciliation here.

/** Signed integer part of a short decimal. */
export const integerPart = ({ s, e, c }: ShortDecimal): number => (e < 0 ? 0 : s * (c[0] as number));

/** Signed fraction of a short decimal, in units of 10^-14. */
export const fractionPart = ({ s, e, c }: ShortDecimal): number =>
  e < 0 ? s * (c[0] as number) : c.length > 1 ? s * (c[1] as number) : 0;

/** Builds a decimal from sign, exponent and limbs, without the copy that the constructor makes. */
function fromParts(s: number, e: number, c: number[]): Decimal {
  const value = Object.create(Exact.prototype);
  value.s = s;
  value.e = e;
  value.c = c;
  value.text = undefined;
  return value;
}

/** Limbs of the decimal that is being computed, to copy as many as it has at its end. */
const scratch: number[] = [];

/**
 * Builds a decimal of the limbs in `scratch` from index `first` to `last`, without zeros at both ends.
 * @param position that of the first limb, see `positionOf`
 */
function copyScratch(s: number, first: number, last: number, position: number): Decimal {
  let from = first;
  while (from <= last && scratch[from] === 0) from++;
  if (from > last) return ZERO;
  let end = last + 1;
  while (scratch[end - 1] === 0) end--;
  const c = scratch.slice(from, end);
  return fromParts(s, (position + first - from) * LIMB_DIGITS + exponentOf(c[0] as number), c);
}

const DIGIT_0 = 48;

/** Parses the digits of a text from `from` to `to`; NaN if another character is among them. */
function parseLimb(text: string, from: number, to: number): number {
  let limb = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (digit < 0 || digit > 9) return Number.NaN;
    limb = limb * 10 + digit;
  }
  return limb;
}

/** Parses the digits of a text from `from` to `to`, at most 14, as those after the point, in units of 10^-14. */
const parseFraction = (text: string, from: number, to: number): number =>
  parseLimb(text, from, to) * (POWERS[LIMB_DIGITS - (to - from)] as number);

/**
 * Parses plain decimal text; `undefined` for any other text. Six times as fast as the library's parser for at most 14
 * characters, with which reading amounts took a third of a reconciliation's time. A property test compares the parsers.
 * @param keepsText whether a long decimal keeps the text to print it; a slice of a file's text would keep all of it
 */
export function parsePlain(text: string, keepsText: boolean): Decimal | undefined {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  if (end === 0 || end === text.length - 1 || (end > 1 && text.charCodeAt(0) === DIGIT_0)) return undefined;
  if (text.length <= LIMB_DIGITS) {
    const whole = parseLimb(text, 0, end);
    const fraction = point < 0 ? 0 : parseFraction(text, end + 1, text.length);
    return Number.isNaN(whole + fraction) ? undefined : fromLimbs(whole, fraction);
  }
  let length = 0;
  for (let to = end % LIMB_DIGITS || LIMB_DIGITS; to <= end; to += LIMB_DIGITS)
    scratch[length++] = parseLimb(text, Math.max(0, to - LIMB_DIGITS), to);
  const position = length - 1;
  for (let from = end + 1; from < text.length; from += LIMB_DIGITS)
    scratch[length++] = parseFraction(text, from, Math.min(from + LIMB_DIGITS, text.length));
  for (let i = 0; i < length; i++) if (Number.isNaN(scratch[i])) return undefined;
  const value = copyScratch(1, 0, length - 1, position);
  const isPrintedSo = point < 0 || text.charCodeAt(text.length - 1) !== DIGIT_0;
  if (keepsText && isPrintedSo && !isShort(value)) (value as FiniteDecimal).text = text;
  return value;
}

/** Decimal exponent of the first digit of a whole number above 0: 2 for 345. */
function exponentOf(whole: number): number {
  let exponent = 0;
  while (exponent < LIMB_DIGITS && whole >= (POWERS[exponent + 1] as number)) exponent++;
  return exponent;
}

/**
 * Builds a decimal of an integer part and units of 10^-14, of any signs; `undefined` above 14 digits before the point.
 */
export function fromLimbs(whole: number, fraction: number): Decimal | undefined {
  const s = whole < 0 || (whole === 0 && fraction < 0) ? -1 : 1;
  let [high, low] = [s * whole, s * fraction];
  if (low < 0) {
    high -= 1;
    low += LIMB_BASE;
  }
  if (high >= LIMB_BASE) return undefined;
  if (high === 0) return low === 0 ? ZERO : fromParts(s, exponentOf(low) - LIMB_DIGITS, [low]);
  return fromParts(s, exponentOf(high), low === 0 ? [high] : [high, low]);
}

/**
 * Builds `units × 10^-places`, exact, of units from 0 and at most 14 places; `undefined` if the result has more than 14
 * digits before the point, or if `units` is not a safe integer.
 */
export function fromUnits(units: number, places: number): Decimal | undefined {
  if (units > Number.MAX_SAFE_INTEGER) return undefined;
  const one = POWERS[places] as number;
  const whole = Math.floor(units / one);
  return fromLimbs(whole, (units - whole * one) * (POWERS[LIMB_DIGITS - places] as number));
}

/** `a + sign × b`, exact; `undefined` if the sum has more than 14 digits before the point. */
export function addShort(a: ShortDecimal, b: ShortDecimal, sign: 1 | -1): Decimal | undefined {
  let whole = integerPart(a) + sign * integerPart(b);
  let fraction = fractionPart(a) + sign * fractionPart(b);
  if (fraction >= LIMB_BASE) {
    whole += 1;
    fraction -= LIMB_BASE;
  } else if (fraction <= -LIMB_BASE) {
    whole -= 1;
    fraction += LIMB_BASE;
  }
  return fromLimbs(whole, fraction);
}

/** Position of a decimal's first limb: 0 directly before the point, -1 directly after it. */
const positionOf = ({ e }: FiniteDecimal): number => Math.floor(e / LIMB_DIGITS);

/** The limb at an index; 0 outside the limbs. */
const limbAt = (limbs: readonly number[], index: number): number =>
  index >= 0 && index < limbs.length ? (limbs[index] as number) : 0;

/** `a + sign × b`, exact, of any length. The library takes longer, because it copies both decimals. */
export function addLong(a: FiniteDecimal, b: FiniteDecimal, sign: 1 | -1): Decimal {
  const topA = positionOf(a);
  const topB = positionOf(b);
  const top = Math.max(topA, topB);
  const last = Math.max(top - topA + a.c.length, top - topB + b.c.length);
  // Leave the limb at index 0 for a carry.
  for (let at = 1; at <= last; at++)
    scratch[at] = a.s * limbAt(a.c, at - 1 - top + topA) + sign * b.s * limbAt(b.c, at - 1 - top + topB);
  // The first limb other than 0 decides the sign: the limbs after it add up to less than one unit of it.
  let first = 1;
  while (first < last && scratch[first] === 0) first++;
  const s = (scratch[first] as number) < 0 ? -1 : 1;
  let carry = 0;
  for (let i = last; i >= first; i--) {
    const limb = s * (scratch[i] as number) + carry;
    carry = Math.floor(limb / LIMB_BASE);
    scratch[i] = limb - carry * LIMB_BASE;
  }
  scratch[first - 1] = carry;
  return copyScratch(s, first - 1, last, top + 2 - first);
}

const signOf = ({ s, c }: FiniteDecimal): number => (c[0] === 0 ? 0 : s);

/** Compares two decimals of any length: -1, 0 or 1. */
export function compareLong(a: FiniteDecimal, b: FiniteDecimal): number {
  const sign = signOf(a);
  if (sign !== signOf(b)) return Math.sign(sign - signOf(b));
  if (a.e !== b.e) return sign * Math.sign(a.e - b.e);
  const length = Math.max(a.c.length, b.c.length);
  for (let i = 0; i < length; i++) {
    const limbDifference = (a.c[i] ?? 0) - (b.c[i] ?? 0);
    if (limbDifference !== 0) return sign * Math.sign(limbDifference);
  }
  return 0;
}

/** Approximates `dividend / divisor` (not 0) as a double; `undefined` if one is about 10^28 times the other. */
export function approximateQuotient(dividend: FiniteDecimal, divisor: FiniteDecimal): number | undefined {
  const limbDistance = positionOf(dividend) - positionOf(divisor);
  if (Math.abs(limbDistance) > 2) return undefined;
  return (toLeadingDouble(dividend) / toLeadingDouble(divisor)) * LIMB_BASE ** limbDistance;
}

/** The leading digits of a decimal as a double, in units of its first limb. */
const toLeadingDouble = ({ s, c }: FiniteDecimal): number =>
  s * ((c[0] as number) + ((c[1] ?? 0) + (c[2] ?? 0) / LIMB_BASE) / LIMB_BASE);

const ZEROS = POWERS.map((_, digits) => '0'.repeat(digits));

/** Formats a fraction in units of 10^-14, above 0, as the digits after the point, without trailing zeros. */
function formatFraction(limb: number): string {
  let digits = limb;
  let places = LIMB_DIGITS;
  // Remove eight zeros at once, because most amounts have few decimals, and the remaining zeros one by one.
  if (digits % 1e8 === 0) {
    digits /= 1e8;
    places -= 8;
  }
  while (digits % 10 === 0) {
    digits /= 10;
    places--;
  }
  const text = `${digits}`;
  return `${ZEROS[places - text.length]}${text}`;
}

const padLimb = (limb: number): string => `${limb}`.padStart(LIMB_DIGITS, '0');

/** Formats a finite decimal other than 0 without exponent, three times as fast as the library's `toFixed`. */
export function formatDigits({ s, e, c, text }: FiniteDecimal): string {
  if (text !== undefined) return text;
  const sign = s < 0 ? '-' : '';
  const first = c[0] as number;
  /** Number of limbs before the point. If negative, its size is the number of zero limbs after the point. */
  const limbsBeforePoint = Math.floor(e / LIMB_DIGITS) + 1;
  let whole = limbsBeforePoint > 0 ? `${first}` : '0';
  for (let i = 1; i < limbsBeforePoint; i++) whole += padLimb(c[i] ?? 0);
  if (c.length <= limbsBeforePoint) return sign + whole;
  let decimals = '';
  for (let i = limbsBeforePoint; i < c.length - 1; i++) decimals += padLimb(c[i] ?? 0);
  return `${sign}${whole}.${decimals}${formatFraction(c[c.length - 1] as number)}`;
}
