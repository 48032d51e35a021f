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

export type Decimal = BigNumber;

export const ZERO: Decimal = new Exact(0);

/**
 * An amount of the contract as an exact decimal. A JSON number counts as its shortest decimal text.
 * The schema has checked the text before: bignumber.js alone would accept `0x10`, `1_000` and ` 1 `.
 */
export const decimal = (amount: string | number): Decimal => new Exact(amount);

/** Plain decimal text: every digit, no exponent, no trailing zeros, no `-0`. */
export const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

/** `dividend / divisor` to 12 decimals, half-even. */
export const quotient = (dividend: Decimal, divisor: Decimal): Decimal => dividend.div(divisor);

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
