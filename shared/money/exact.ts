import BigNumber from 'bignumber.js';

/**
 * The decimals that everything is computed with: bignumber.js, configured once, its operations as they are. This file
 * alone imports it (a dependency rule sees to it), so nobody else can reach a constructor with other settings, or
 * compute with floats by accident. What it has of its own are ways into a decimal and out of one that are quicker with
 * the amounts that ledgers are full of.
 */
export const Exact = BigNumber.clone({
  // Never an exponent on the wire.
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN,
  DECIMAL_PLACES: 12,
});

export type Decimal = BigNumber;

export const ZERO: Decimal = new Exact(0);

/** bignumber.js keeps 14 decimal digits in each element of a coefficient, counted from the point both ways. */
export const LIMB_DIGITS = 14;
export const LIMB = 10 ** LIMB_DIGITS;
const POWERS = Array.from({ length: LIMB_DIGITS + 1 }, (_, digits) => 10 ** digits);

interface FiniteDecimal extends Decimal {
  readonly s: number;
  readonly e: number;
  readonly c: number[];
}
/** One in one or two limbs: what stands before the point, and the digits behind it. */
type ShortDecimal = FiniteDecimal;

/** Whether a decimal is a number, and finite. */
export const hasDigits = (value: Decimal): value is FiniteDecimal => value.c !== null;

/** Whether a decimal has at most 14 digits before the point and 14 behind it. */
export const isShort = (value: Decimal): value is ShortDecimal => {
  const { e, c } = value as ShortDecimal | { e: null; c: null };
  return c !== null && e < LIMB_DIGITS && e >= -LIMB_DIGITS && c.length <= (e < 0 ? 1 : 2);
};

// Limbs are read by place: taking a list apart by pattern costs a tenth of a reconciliation here.

/** What stands before the point, with its sign. */
export const wholeOf = ({ s, e, c }: ShortDecimal): number => (e < 0 ? 0 : s * (c[0] as number));

/** What stands behind the point in units of 10^-14, with its sign. */
export const fractionOf = ({ s, e, c }: ShortDecimal): number =>
  e < 0 ? s * (c[0] as number) : c.length > 1 ? s * (c[1] as number) : 0;

/** A decimal of its parts. The constructor takes twice as long: it copies what it is given. */
function ofParts(s: number, e: number, c: number[]): Decimal {
  const value: { -readonly [part in 's' | 'e' | 'c']: Decimal[part] } = Object.create(Exact.prototype);
  value.s = s;
  value.e = e;
  value.c = c;
  return value as Decimal;
}

const POINT = 46;
const DIGIT_0 = 48;

/**
 * A short plain text straight into the parts that bignumber.js keeps: sign, exponent of the first digit,
 * coefficient. Its own parser takes six times as long, and reading amounts was a third of the whole
 * reconciliation. `undefined` for any other text; a property test holds the two parsers together.
 */
export function shortDecimal(text: string): Decimal | undefined {
  if (text.length > LIMB_DIGITS) return undefined;
  let whole = 0;
  let fraction = 0;
  let places = 0;
  let exponent = -1;
  let point = false;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      if (!point) {
        if (whole === 0 && i > 0) return undefined;
        whole = whole * 10 + digit;
        exponent++;
      } else {
        fraction = fraction * 10 + digit;
        places++;
        if (whole === 0 && fraction === 0) exponent--;
      }
    } else if (text.charCodeAt(i) === POINT && !point && i > 0) point = true;
    else return undefined;
  }
  if (whole === 0 && fraction === 0) return text === '' ? undefined : ZERO;
  const limb = fraction * (POWERS[LIMB_DIGITS - places] ?? 1);
  if (whole === 0) return ofParts(1, exponent - 1, [limb]);
  return ofParts(1, exponent, fraction === 0 ? [whole] : [whole, limb]);
}

/** The whole number that stands in a part of a text; NaN where it is none. */
function limbAt(text: string, from: number, to: number): number {
  let limb = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (digit < 0 || digit > 9) return Number.NaN;
    limb = limb * 10 + digit;
  }
  return limb;
}

/** The same for a plain text of any length, limb by limb; the library's own parser takes three times as long. */
export function longDecimal(text: string): Decimal | undefined {
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
    push(limbAt(text, Math.max(0, to - LIMB_DIGITS), to));
  for (let from = end + 1; from < text.length; from += LIMB_DIGITS) {
    const to = Math.min(from + LIMB_DIGITS, text.length);
    push(limbAt(text, from, to) * (POWERS[LIMB_DIGITS - (to - from)] as number));
  }
  if (Number.isNaN(sum)) return undefined;
  while (c.length > 0 && c[c.length - 1] === 0) c.pop();
  if (c.length === 0) return ZERO;
  const zeros = c.findIndex((limb) => limb !== 0);
  if (zeros === 0) return ofParts(1, end - 1, c);
  const own = c.slice(zeros);
  return ofParts(1, exponentOf(own[0] as number) - zeros * LIMB_DIGITS, own);
}

/** The place of the first digit of a whole number above 0. */
function exponentOf(whole: number): number {
  let exponent = 0;
  while (exponent < LIMB_DIGITS && whole >= (POWERS[exponent + 1] as number)) exponent++;
  return exponent;
}

/**
 * A decimal of what stands before its point and, in units of 10^-14, behind it: whole numbers below `LIMB` in size, of
 * any two signs. `undefined` where the sum has too many digits before its point.
 */
export function ofLimbs(whole: number, fraction: number): Decimal | undefined {
  const s = whole < 0 || (whole === 0 && fraction < 0) ? -1 : 1;
  let [before, behind] = [s * whole, s * fraction];
  if (behind < 0) {
    before -= 1;
    behind += LIMB;
  }
  if (before >= LIMB) return undefined;
  if (before === 0) return behind === 0 ? ZERO : ofParts(s, exponentOf(behind) - LIMB_DIGITS, [behind]);
  return ofParts(s, exponentOf(before), behind === 0 ? [before] : [before, behind]);
}

/** `a + sign × b`, or `undefined` where it is not short. */
export function shortSum(a: ShortDecimal, b: ShortDecimal, sign: 1 | -1): Decimal | undefined {
  let whole = wholeOf(a) + sign * wholeOf(b);
  let fraction = fractionOf(a) + sign * fractionOf(b);
  if (fraction >= LIMB) {
    whole += 1;
    fraction -= LIMB;
  } else if (fraction <= -LIMB) {
    whole -= 1;
    fraction += LIMB;
  }
  return ofLimbs(whole, fraction);
}

/** The place of a decimal's first limb: 0 stands right before the point, -1 right behind it. */
const placeOf = ({ e }: FiniteDecimal): number => Math.floor(e / LIMB_DIGITS);

/** Adds the limbs of a decimal, with a sign, to limbs of which the first has the place `top`. */
function addLimbs(limbs: number[], top: number, value: FiniteDecimal, sign: number): void {
  const { c } = value;
  const first = top - placeOf(value);
  for (let i = 0; i < c.length; i++)
    limbs[first + i] = (limbs[first + i] as number) + sign * (c[i] as number);
}

/**
 * `a + sign × b` of any length, limb by limb in one new list. The library's own copies both, and
 * takes three times as long.
 */
export function longSum(a: FiniteDecimal, b: FiniteDecimal, sign: 1 | -1): Decimal {
  // One place more, for what is carried out of the first.
  const top = Math.max(placeOf(a), placeOf(b)) + 1;
  const bottom = Math.min(placeOf(a) - a.c.length, placeOf(b) - b.c.length) + 1;
  const limbs: number[] = [];
  for (let place = top; place >= bottom; place--) limbs.push(0);
  addLimbs(limbs, top, a, a.s);
  addLimbs(limbs, top, b, sign * b.s);
  // What stands behind a limb is less than one of its units, so the first decides.
  let first = 0;
  while (limbs[first] === 0) first++;
  if (first === limbs.length) return ZERO;
  const s = (limbs[first] as number) < 0 ? -1 : 1;
  let carried = 0;
  for (let i = limbs.length - 1; i >= 0; i--) {
    const limb = s * (limbs[i] as number) + carried;
    carried = Math.floor(limb / LIMB);
    limbs[i] = limb - carried * LIMB;
  }
  first = 0;
  while (limbs[first] === 0) first++;
  while (limbs[limbs.length - 1] === 0) limbs.pop();
  const c = first === 0 ? limbs : limbs.slice(first);
  return ofParts(s, (top - first) * LIMB_DIGITS + exponentOf(c[0] as number), c);
}

const signOf = ({ s, c }: FiniteDecimal): number => (c[0] === 0 ? 0 : s);

/** The order of two decimals of any length: -1, 0 or 1. */
export function longOrder(a: FiniteDecimal, b: FiniteDecimal): number {
  const sign = signOf(a);
  if (sign !== signOf(b)) return Math.sign(sign - signOf(b));
  if (a.e !== b.e) return sign * Math.sign(a.e - b.e);
  const length = Math.max(a.c.length, b.c.length);
  for (let i = 0; i < length; i++) {
    const step = (a.c[i] ?? 0) - (b.c[i] ?? 0);
    if (step !== 0) return sign * Math.sign(step);
  }
  return 0;
}

/**
 * `part / whole`, to within some units in the last place of a double; `undefined` of decimals whose sizes lie far apart.
 * @param whole other than 0
 */
export function nearQuotient(part: FiniteDecimal, whole: FiniteDecimal): number | undefined {
  const apart = placeOf(part) - placeOf(whole);
  if (Math.abs(apart) > 2) return undefined;
  return (leadOf(part) / leadOf(whole)) * LIMB ** apart;
}

/** The digits that a double keeps, in units of the first limb. */
const leadOf = ({ s, c }: FiniteDecimal): number =>
  s * ((c[0] as number) + ((c[1] ?? 0) + (c[2] ?? 0) / LIMB) / LIMB);

const ZEROS = POWERS.map((_, digits) => '0'.repeat(digits));

/** A whole number of units of 10^-14, above 0 and below 1, as the digits behind the point. */
function decimalsOf(limb: number): string {
  let digits = limb;
  let places = LIMB_DIGITS;
  // Most amounts have a few decimals: eight of the fourteen at once, the others one by one.
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

const wholeLimb = (limb: number): string => `${limb}`.padStart(LIMB_DIGITS, '0');

/**
 * The way back. The library's own `toFixed` takes three times as long, and a finding prints four or five amounts.
 * @param value finite, other than 0
 */
export function textOf({ s, e, c }: FiniteDecimal): string {
  const sign = s < 0 ? '-' : '';
  const first = c[0] as number;
  /** So many limbs stand before the point; below 0, so many of zeros behind it. */
  const places = Math.floor(e / LIMB_DIGITS) + 1;
  let whole = places > 0 ? `${first}` : '0';
  for (let i = 1; i < places; i++) whole += wholeLimb(c[i] ?? 0);
  if (c.length <= places) return sign + whole;
  let decimals = '';
  for (let i = places; i < c.length - 1; i++) decimals += wholeLimb(c[i] ?? 0);
  return `${sign}${whole}.${decimals}${decimalsOf(c[c.length - 1] as number)}`;
}
