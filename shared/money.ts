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

/** Canonical decimal text of the contract: no sign, no exponent, no leading zeros. */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * An amount of the contract as an exact decimal. A JSON number counts as its shortest decimal text.
 * The schema has checked the text before: bignumber.js alone would accept `0x10`, `1_000` and ` 1 `.
 */
export const decimal = (amount: string | number): Decimal => new Exact(amount);

/** Plain decimal text: every digit, no exponent, no trailing zeros, no `-0`. */
export const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());
