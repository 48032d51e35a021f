/** Pattern of the contract's decimal text, in a file without the arithmetic that functions need not bundle. */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
