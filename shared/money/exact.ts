/** An amount as an operation takes it: a decimal, a number, or plain decimal text. */
type Amount = Decimal | number | string;

/** Decimal digits in a limb, an element of a bignumber.js coefficient; limbs are aligned at the decimal point. */
export const LIMB_DIGITS = 14;
/** The first number above a limb: 10^14. */
export const LIMB_BASE = 10 ** LIMB_DIGITS;
const POWERS = Array.from({ length: LIMB_DIGITS + 1 }, (_, digits) => 10 ** digits);

/**
 * An exact decimal number: a sign, the exponent of the first digit, and its digits in limbs of 14, aligned at the point,
 * without limbs of 0 at either end. Zero has no sign. Operations on short decimals use doubles, which are exact for
 * limbs; the others use BigInt.
 */
export class Decimal {
  readonly s: 1 | -1;
  readonly e: number;
  readonly c: readonly number[];

  constructor(s: 1 | -1, e: number, c: readonly number[]) {
    this.s = s;
    this.e = e;
    this.c = c;
  }

  plus(other: Amount): Decimal {
    return addExact(this, toDecimal(other));
  }

  minus(other: Amount): Decimal {
    return subtract(this, toDecimal(other));
  }

  times(other: Amount): Decimal {
    return multiply(this, toDecimal(other));
  }

  abs(): Decimal {
    return this.s > 0 ? this : new Decimal(1, this.e, this.c);
  }

  negated(): Decimal {
    return this.isZero() ? this : new Decimal(this.s > 0 ? -1 : 1, this.e, this.c);
  }

  isZero(): boolean {
    return this.c[0] === 0;
  }

  /** Whether it was read from a number that is not finite. Results of operations with it are no numbers either. */
  isNaN(): boolean {
    return Number.isNaN(this.c[0]);
  }

  isNegative(): boolean {
    return this.s < 0;
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0;
  }

  /** Below 0, 0 or above 0. */
  comparedTo(other: Amount): number {
    return compareLong(this, toDecimal(other));
  }

  eq(other: Amount): boolean {
    return this.comparedTo(other) === 0;
  }

  gt(other: Amount): boolean {
    return this.comparedTo(other) > 0;
  }

  /** Number of digits after the point, without zeros at the end. */
  decimalPlaces(): number {
    return (this.toString().split('.')[1] ?? '').length;
  }

  /** Rounds half-even to a number of digits after the point. */
  round(places: number): Decimal {
    if (this.isNaN()) return NAN;
    const { digits, exponent } = toBigInt(this);
    return -exponent <= places
      ? this
      : fromBigInt(divideHalfEven(digits, tenTo(-exponent - places)), -places);
  }

  toNumber(): number {
    return Number(this.toString());
  }

  toJSON(): string {
    return this.toString();
  }

  /** All digits without an exponent. */
  toString(): string {
    return this.isZero() ? '0' : this.isNaN() ? 'NaN' : formatDigits(this);
  }
}

/** The decimal 0; every operation returns this object for 0. */
export const ZERO: Decimal = new Decimal(1, 0, [0]);

/** What numbers that are not finite are read as. */
const NAN = new Decimal(1, 0, [Number.NaN]);

/** Whether a decimal has at most 14 digits before the point and 14 after it. */
export const isShort = ({ e, c }: Decimal): boolean =>
  e < LIMB_DIGITS && e >= -LIMB_DIGITS && c.length <= (e < 0 ? 1 : 2);

// Index limbs instead of destructuring them: that would cost a tenth of a reconciliation here.

/** Signed integer part of a short decimal. */
export const integerPart = ({ s, e, c }: Decimal): number => (e < 0 ? 0 : s * (c[0] as number));

/** Signed fraction of a short decimal, in units of 10^-14. */
export const fractionPart = ({ s, e, c }: Decimal): number =>
  e < 0 ? s * (c[0] as number) : c.length > 1 ? s * (c[1] as number) : 0;

const POINT = 46;
const DIGIT_0 = 48;

/**
 * Parses plain decimal text of at most 14 characters; `undefined` for any other text. Reading amounts must
 * be fast: it was a third of a reconciliation.
 */
function parseShort(text: string): Decimal | undefined {
  if (text.length > LIMB_DIGITS) return undefined;
  let whole = 0;
  let fraction = 0;
  let places = 0;
  let exponent = -1;
  let isAfterPoint = false;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      if (!isAfterPoint) {
        if (whole === 0 && i > 0) return undefined;
        whole = whole * 10 + digit;
        exponent++;
      } else {
        fraction = fraction * 10 + digit;
        places++;
        if (whole === 0 && fraction === 0) exponent--;
      }
    } else if (text.charCodeAt(i) === POINT && !isAfterPoint && i > 0) isAfterPoint = true;
    else return undefined;
  }
  if (whole === 0 && fraction === 0) return text === '' ? undefined : ZERO;
  const limb = fraction * (POWERS[LIMB_DIGITS - places] ?? 1);
  if (whole === 0) return new Decimal(1, exponent - 1, [limb]);
  return new Decimal(1, exponent, fraction === 0 ? [whole] : [whole, limb]);
}

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

/** Parses plain decimal text of any length, limb by limb; `undefined` for any other text. */
function parseLong(text: string): Decimal | undefined {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  if (end === 0 || end === text.length - 1 || (end > 1 && text.charCodeAt(0) === DIGIT_0)) return undefined;
  const c: number[] = [];
  let sum = 0;
  const push = (limb: number): void => {
    sum += limb;
    c.push(limb);
  };
  for (let to = end % LIMB_DIGITS || LIMB_DIGITS; to <= end; to += LIMB_DIGITS)
    push(parseLimb(text, Math.max(0, to - LIMB_DIGITS), to));
  for (let from = end + 1; from < text.length; from += LIMB_DIGITS) {
    const to = Math.min(from + LIMB_DIGITS, text.length);
    push(parseLimb(text, from, to) * (POWERS[LIMB_DIGITS - (to - from)] as number));
  }
  if (Number.isNaN(sum)) return undefined;
  while (c.length > 0 && c[c.length - 1] === 0) c.pop();
  if (c.length === 0) return ZERO;
  const zeros = c.findIndex((limb) => limb !== 0);
  if (zeros === 0) return new Decimal(1, end - 1, c);
  const limbs = c.slice(zeros);
  return new Decimal(1, exponentOf(limbs[0] as number) - zeros * LIMB_DIGITS, limbs);
}

/** Decimal exponent of the first digit of a whole number above 0: 2 for 345. */
function exponentOf(whole: number): number {
  let exponent = 0;
  while (exponent < LIMB_DIGITS && whole >= (POWERS[exponent + 1] as number)) exponent++;
  return exponent;
}

/**
 * Builds a decimal from an integer part and a fraction in units of 10^-14, both below `LIMB_BASE` in size, with any signs.
 * `undefined` if the integer part of the result has more than 14 digits.
 */
export function fromLimbs(whole: number, fraction: number): Decimal | undefined {
  const s = whole < 0 || (whole === 0 && fraction < 0) ? -1 : 1;
  let [high, low] = [s * whole, s * fraction];
  if (low < 0) {
    high -= 1;
    low += LIMB_BASE;
  }
  if (high >= LIMB_BASE) return undefined;
  if (high === 0) return low === 0 ? ZERO : new Decimal(s, exponentOf(low) - LIMB_DIGITS, [low]);
  return new Decimal(s, exponentOf(high), low === 0 ? [high] : [high, low]);
}

/** `a + sign × b`, exact; `undefined` if the sum is not short. */
function addShort(a: Decimal, b: Decimal, sign: 1 | -1): Decimal | undefined {
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
const positionOf = ({ e }: Decimal): number => Math.floor(e / LIMB_DIGITS);

/** Adds the signed limbs of a decimal in place to `limbs`, whose first limb has the position `top`. */
function addLimbs(limbs: number[], top: number, value: Decimal, sign: number): void {
  const { c } = value;
  const first = top - positionOf(value);
  for (let i = 0; i < c.length; i++)
    limbs[first + i] = (limbs[first + i] as number) + sign * (c[i] as number);
}

/** `a + sign × b` of any length, exact. */
function addLong(a: Decimal, b: Decimal, sign: 1 | -1): Decimal {
  // One more position for the carry of the first limb.
  const top = Math.max(positionOf(a), positionOf(b)) + 1;
  const bottom = Math.min(positionOf(a) - a.c.length, positionOf(b) - b.c.length) + 1;
  const limbs: number[] = [];
  for (let position = top; position >= bottom; position--) limbs.push(0);
  addLimbs(limbs, top, a, a.s);
  addLimbs(limbs, top, b, sign * b.s);
  // The first limb other than 0 decides the sign: all limbs after it are less than one of its units.
  let first = 0;
  while (limbs[first] === 0) first++;
  if (first === limbs.length) return ZERO;
  const s: 1 | -1 = (limbs[first] as number) < 0 ? -1 : 1;
  let carry = 0;
  for (let i = limbs.length - 1; i >= 0; i--) {
    const limb = s * (limbs[i] as number) + carry;
    carry = Math.floor(limb / LIMB_BASE);
    limbs[i] = limb - carry * LIMB_BASE;
  }
  first = 0;
  while (limbs[first] === 0) first++;
  while (limbs[limbs.length - 1] === 0) limbs.pop();
  const c = first === 0 ? limbs : limbs.slice(first);
  return new Decimal(s, (top - first) * LIMB_DIGITS + exponentOf(c[0] as number), c);
}

const signOf = ({ s, c }: Decimal): number => (c[0] === 0 ? 0 : s);

/** Compares two decimals of any length: -1, 0 or 1. */
function compareLong(a: Decimal, b: Decimal): number {
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

/**
 * Approximates `dividend / divisor` as a double with an error of a few units in the last place; `undefined` if their
 * sizes differ by more than two limbs.
 * @param divisor other than 0
 */
export function approximateQuotient(dividend: Decimal, divisor: Decimal): number | undefined {
  const limbDistance = positionOf(dividend) - positionOf(divisor);
  if (Math.abs(limbDistance) > 2) return undefined;
  return (toLeadingDouble(dividend) / toLeadingDouble(divisor)) * LIMB_BASE ** limbDistance;
}

/** The leading digits of a decimal as a double, in units of its first limb. */
const toLeadingDouble = ({ s, c }: Decimal): number =>
  s * ((c[0] as number) + ((c[1] ?? 0) + (c[2] ?? 0) / LIMB_BASE) / LIMB_BASE);

const ZEROS = POWERS.map((_, digits) => '0'.repeat(digits));

/** Formats a fraction in units of 10^-14, above 0, as the digits after the point, without trailing zeros. */
function formatFraction(limb: number): string {
  let digits = limb;
  let places = LIMB_DIGITS;
  // Most amounts have few decimals: remove eight zeros at once, the rest one by one.
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

/**
 * Formats all digits of a decimal without an exponent.
 * @param value other than 0
 */
function formatDigits({ s, e, c }: Decimal): string {
  const sign = s < 0 ? '-' : '';
  const first = c[0] as number;
  /** Limbs before the point; below 0, the number of zero limbs after it. */
  const limbsBeforePoint = Math.floor(e / LIMB_DIGITS) + 1;
  let whole = limbsBeforePoint > 0 ? `${first}` : '0';
  for (let i = 1; i < limbsBeforePoint; i++) whole += padLimb(c[i] ?? 0);
  if (c.length <= limbsBeforePoint) return sign + whole;
  let decimals = '';
  for (let i = limbsBeforePoint; i < c.length - 1; i++) decimals += padLimb(c[i] ?? 0);
  return `${sign}${whole}.${decimals}${formatFraction(c[c.length - 1] as number)}`;
}

/** Power of ten with a whole exponent of at least 0. */
const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
const BASE = BigInt(LIMB_BASE);

/** Signed digits of a decimal as one whole number, and the exponent of its last digit. */
function toBigInt(value: Decimal): { readonly digits: bigint; readonly exponent: number } {
  const { s, c } = value;
  let digits = 0n;
  for (const limb of c) digits = digits * BASE + BigInt(limb);
  return { digits: s < 0 ? -digits : digits, exponent: (positionOf(value) - c.length + 1) * LIMB_DIGITS };
}

/** Builds the decimal `digits × 10^exponent`. */
export function fromBigInt(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return ZERO;
  const last = Math.floor(exponent / LIMB_DIGITS);
  let rest = (digits < 0n ? -digits : digits) * tenTo(exponent - last * LIMB_DIGITS);
  const c: number[] = [];
  for (; rest > 0n; rest /= BASE) c.push(Number(rest % BASE));
  const top = last + c.length - 1;
  c.reverse();
  while (c[c.length - 1] === 0) c.pop();
  return new Decimal(digits < 0n ? -1 : 1, top * LIMB_DIGITS + exponentOf(c[0] as number), c);
}

const ODD = /^(-?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Parses text that is not plain, such as `1e-7`. */
function parseOdd(text: string): Decimal {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = ODD.exec(text) ?? [];
  if (whole + decimals === '') throw new Error(`Not a number: ${text}`);
  return fromBigInt(BigInt(`${sign}${whole}${decimals}`), Number(exponent) - decimals.length);
}

/**
 * Converts an amount of the contract to an exact decimal; a JSON number by its shortest decimal text. A schema must have
 * checked the text before.
 * @throws Error if the text is not a decimal number
 */
export function toDecimal(amount: Amount): Decimal {
  if (amount instanceof Decimal) return amount;
  const text = `${amount}`;
  if (typeof amount === 'number' && !Number.isFinite(amount)) return NAN;
  return parseShort(text) ?? parseLong(text) ?? parseOdd(text);
}

/** `a + sign × b`, exact. */
const addSigned = (a: Decimal, b: Decimal, sign: 1 | -1): Decimal =>
  (isShort(a) && isShort(b) ? addShort(a, b, sign) : undefined) ?? addLong(a, b, sign);

/** `a + b`, exact. */
export const addExact = (a: Decimal, b: Decimal): Decimal =>
  b === ZERO ? a : a === ZERO ? b : addSigned(a, b, 1);

/** `a - b`, exact. */
export const subtract = (a: Decimal, b: Decimal): Decimal => (b === ZERO ? a : addSigned(a, b, -1));

/** `a × b`, exact. */
function multiply(a: Decimal, b: Decimal): Decimal {
  const product = (a.c[0] as number) * (b.c[0] as number);
  if (product === 0) return ZERO;
  if (Number.isNaN(product)) return NAN;
  if (a.c.length > 1 || b.c.length > 1 || product > Number.MAX_SAFE_INTEGER) {
    const [x, y] = [toBigInt(a), toBigInt(b)];
    return fromBigInt(x.digits * y.digits, x.exponent + y.exponent);
  }
  // The limbs of the product: doubles are exact up to here.
  const high = Math.floor(product / LIMB_BASE);
  const low = product - high * LIMB_BASE;
  const position = positionOf(a) + positionOf(b);
  const s = a.s === b.s ? 1 : -1;
  if (high === 0) return new Decimal(s, position * LIMB_DIGITS + exponentOf(low), [low]);
  return new Decimal(s, (position + 1) * LIMB_DIGITS + exponentOf(high), low === 0 ? [high] : [high, low]);
}

/** Divides whole numbers and rounds half-even. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const [twice, size] = [2n * (rest < 0n ? -rest : rest), divisor < 0n ? -divisor : divisor];
  const isUp = twice > size || (twice === size && quotient % 2n !== 0n);
  return isUp ? quotient + (dividend < 0n === divisor < 0n ? 1n : -1n) : quotient;
}

/**
 * `dividend / divisor`, rounded half-even to a number of digits after the point.
 * @param divisor other than 0
 */
export function divideRounded(dividend: Decimal, divisor: Decimal, places: number): Decimal {
  if (dividend.isNaN() || divisor.isNaN()) return NAN;
  const [a, b] = [toBigInt(dividend), toBigInt(divisor)];
  const shift = a.exponent - b.exponent + places;
  const quotient = divideHalfEven(
    a.digits * tenTo(Math.max(shift, 0)),
    b.digits * tenTo(Math.max(-shift, 0)),
  );
  return fromBigInt(quotient, -places);
}

/** `value × 10^places`, exact. */
export function shiftPoint(value: Decimal, places: number): Decimal {
  if (value.isNaN()) return NAN;
  const { digits, exponent } = toBigInt(value);
  return fromBigInt(digits, exponent + places);
}

/**
 * `1 / divisor`, exact; `undefined` if its decimals never end (3, 7, 0.6) and for 0.
 * @param divisor at least 0
 */
export function reciprocal(divisor: Decimal): Decimal | undefined {
  if (divisor.isNaN()) return undefined;
  const { digits, exponent } = toBigInt(divisor);
  let rest = digits;
  if (rest === 0n) return undefined;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  // 1 / (2^a × 5^b) = 2^(n-a) × 5^(n-b) / 10^n with n = max(a, b).
  const places = Math.max(twos, fives);
  return fromBigInt(2n ** BigInt(places - twos) * 5n ** BigInt(places - fives), -exponent - places);
}

/**
 * Compares two decimals for `sort`: below 0, 0 or above 0. Returns early for one object, because equal amounts of a row
 * often share it.
 */
export function compare(a: Decimal, b: Decimal): number {
  if (a === b) return 0;
  if (isShort(a) && isShort(b))
    return Math.sign(integerPart(a) - integerPart(b) || fractionPart(a) - fractionPart(b));
  return compareLong(a, b);
}
