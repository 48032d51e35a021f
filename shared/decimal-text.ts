/**
 * Pattern of the contract's decimal text: no sign, no exponent, no leading zeros. It is not in money.ts, so that a
 * Lambda function that only validates text does not bundle the arithmetic.
 */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
