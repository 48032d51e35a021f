import BigNumber from 'bignumber.js';

/**
 * Exact decimals. This file alone imports bignumber.js (a dependency rule sees to it), so nobody else can
 * reach a constructor with other settings, or compute with floats by accident.
 *
 * `plus`, `minus` and `times` are exact. Division is not, and has a function of its own that says how it rounds.
 */
const Exact = BigNumber.clone({
  // Never an exponent on the wire.
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN,
  DECIMAL_PLACES: 12,
});
// A clone starts from the library's own settings, not from those of what it clones.
const Rate = Exact.clone({ DECIMAL_PLACES: 6, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN });

export type Decimal = BigNumber;

export const ZERO: Decimal = new Exact(0);

const POINT = 46;
const DIGIT_0 = 48;
/** bignumber.js keeps 14 decimal digits in each element of a coefficient, counted from the point both ways. */
const LIMB_DIGITS = 14;
const POWERS = Array.from({ length: LIMB_DIGITS + 1 }, (_, digits) => 10 ** digits);

/**
 * A short plain text straight into the parts that bignumber.js keeps: sign, exponent of the first digit,
 * coefficient. Its own parser takes six times as long, and reading amounts was a third of the whole
 * reconciliation. `undefined` for any other text; a property test holds the two parsers together.
 */
function shortDecimal(text: string): Decimal | undefined {
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
  if (whole === 0) return ofParts(exponent - 1, [limb]);
  return ofParts(exponent, fraction === 0 ? [whole] : [whole, limb]);
}

/** A decimal above 0 of its parts. The constructor takes twice as long: it copies what it is given. */
function ofParts(e: number, c: number[]): Decimal {
  const value: { -readonly [part in 's' | 'e' | 'c']: Decimal[part] } = Object.create(Exact.prototype);
  value.s = 1;
  value.e = e;
  value.c = c;
  return value as Decimal;
}

/**
 * An amount of the contract as an exact decimal. A JSON number counts as its shortest decimal text.
 * The schema has checked the text before: bignumber.js alone would accept `0x10`, `1_000` and ` 1 `.
 */
export const decimal = (amount: string | number): Decimal =>
  (typeof amount === 'string' ? shortDecimal(amount) : undefined) ?? new Exact(amount);

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

/** A decimal in one or two limbs: what stands before the point, and the digits behind it. */
interface ShortDecimal extends Decimal {
  readonly s: number;
  readonly e: number;
  readonly c: number[];
}

/** Whether a decimal has at most 14 digits before the point and 14 behind it. */
const isShort = (value: Decimal): value is ShortDecimal => {
  const { e, c } = value as ShortDecimal | { e: null; c: null };
  return c !== null && e < LIMB_DIGITS && e >= -LIMB_DIGITS && c.length <= (e < 0 ? 1 : 2);
};

/**
 * The way back of `shortDecimal`. The library's own `toFixed` takes three times as long, and a finding prints four or
 * five amounts.
 */
function shortText({ s, e, c }: ShortDecimal): string {
  const first = c[0] as number;
  const sign = s < 0 ? '-' : '';
  if (e < 0) return `${sign}0.${decimalsOf(first)}`;
  return c.length === 1 ? `${sign}${first}` : `${sign}${first}.${decimalsOf(c[1] as number)}`;
}

/** Plain decimal text: every digit, no exponent, no trailing zeros, no `-0`. */
export const plain = (value: Decimal): string => {
  if (value.isZero()) return '0';
  return isShort(value) ? shortText(value) : value.toFixed();
};

/** `dividend / divisor` to 12 decimals, half-even. */
export const quotient = (dividend: Decimal, divisor: Decimal): Decimal => dividend.div(divisor);

/** `value × 10^places`, exact. */
export const shifted = (value: Decimal, places: number): Decimal => value.shiftedBy(places);

/** The nearest whole number, halves away from zero. */
export const wholeHalfAway = (value: Decimal): Decimal => value.integerValue(BigNumber.ROUND_HALF_UP);

/**
 * `1 / divisor`, exact, or `undefined` where it has no last digit (3, 7, 0.6).
 * @param divisor above 0
 */
export function reciprocal(divisor: Decimal): Decimal | undefined {
  const [digits = '', exponent] = divisor.toExponential().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  let rest = BigInt(whole + decimals);
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  // 1 / (2^a 5^b 10^e) = 5^(n-b) … with n = max(a, b): every factor becomes a ten.
  const places = Math.max(twos, fives);
  const coefficient = 2n ** BigInt(places - twos) * 5n ** BigInt(places - fives);
  return new Exact(`${coefficient}e${decimals.length - Number(exponent) - places}`);
}

/** A whole number of at most 14 digits, which a double keeps; `undefined` for any other decimal. */
const wholeOf = (value: Decimal): number | undefined =>
  isShort(value) && value.e >= 0 && value.c.length === 1 ? value.c[0] : undefined;

/** Whole numbers in the ratio of two decimals above 0, in lowest terms. */
function lowestTerms(a: Decimal, b: Decimal): [string, string] {
  const [shortA, shortB] = [wholeOf(a), wholeOf(b)];
  // What people pay and get is mostly whole, and a tenth of the work.
  if (shortA !== undefined && shortB !== undefined) {
    let [divisor, rest] = [shortA, shortB];
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
    return [`${shortA / divisor}`, `${shortB / divisor}`];
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

/** The order of two decimals: below 0, 0 or above 0, as `sort` wants it. Equal amounts of a row are often one object. */
export const compare = (a: Decimal, b: Decimal): number => (a === b ? 0 : (a.comparedTo(b) ?? 0));

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
  for (const row of rows) sum = sum === undefined ? pick(row) : sum.plus(pick(row));
  return sum ?? ZERO;
}

const LIMB = 1e14;
/** Integers up to here stay exact when a limb is added. */
const WHOLE_MAX = Number.MAX_SAFE_INTEGER - 2 * LIMB;

/**
 * An exact sum, added to in place. Amounts of at most 14 digits before the point and 14 behind it are added as
 * two whole numbers, far below the size where doubles lose units; all others as decimals. The totals of a report
 * take some 50 000 additions, and a new decimal for each was a third of the time.
 */
export class Sum {
  #rest: Decimal;
  #whole = 0;
  /** In units of 10^-14. */
  #fraction = 0;

  constructor(value: Decimal = ZERO) {
    this.#rest = value;
  }

  add(amount: Decimal): void {
    if (!isShort(amount)) {
      this.#rest = this.#rest.plus(amount);
      return;
    }
    const { s, e, c } = amount;
    // Read by place: taking a list apart by pattern costs a tenth of a reconciliation here.
    const first = c[0] as number;
    if (e < 0) this.#fraction += s * first;
    else {
      this.#whole += s * first;
      if (c.length > 1) this.#fraction += s * (c[1] as number);
    }
    if (Math.abs(this.#fraction) >= LIMB) {
      const carry = Math.trunc(this.#fraction / LIMB);
      this.#whole += carry;
      this.#fraction -= carry * LIMB;
    }
    if (Math.abs(this.#whole) > WHOLE_MAX) this.#settle();
  }

  #settle(): void {
    if (this.#whole === 0 && this.#fraction === 0) return;
    const fraction = new Exact(this.#fraction).shiftedBy(-LIMB_DIGITS);
    this.#rest = this.#rest.plus(this.#whole).plus(fraction);
    this.#whole = 0;
    this.#fraction = 0;
  }

  get value(): Decimal {
    this.#settle();
    return this.#rest;
  }
}

/** `part / whole` with 6 decimals, half-even, as a JSON number; `null` where no finite number carries it. */
export function rate(part: Decimal, whole: Decimal): number | null {
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
