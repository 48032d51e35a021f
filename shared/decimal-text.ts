/**
 * Canonical decimal text of the contract: no sign, no exponent, no leading zeros. It stands apart from money.ts,
 * so that a function that only refuses text does not carry the arithmetic.
 */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
