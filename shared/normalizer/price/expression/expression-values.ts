/** Counts that an expression may use: tokens of one request by kind, and images. */
export const VARIABLES = [
  ...(['p', 'c', 'len', 'cr', 'cc', 'cc1h', 'img', 'img_cr', 'img_o', 'ai', 'ao'] as const),
  'image_count',
] as const;
/** Name of a count. */
export type Variable = (typeof VARIABLES)[number];

/** Values from which an expression is computed. */
export interface Inputs {
  readonly counts: Readonly<Record<Variable, number>>;
  /** For each rule of the expression, whether it matched the request. */
  readonly matched: readonly boolean[];
}

/** Computes a parsed price expression, or a part of it: returns a number, or for a condition whether it is true. */
export type Compute = (inputs: Inputs) => number | boolean;

/** Error for a tiered price expression that is invalid, too long, too deep, or outside the supported subset. */
export class ExpressionProblem extends Error {}

/** Returns a computed value as a number; throws an `ExpressionProblem` for a boolean. */
export function requireNumber(value: number | boolean): number {
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

/** Returns a computed value as a boolean; throws an `ExpressionProblem` for a number. */
export function requireBoolean(value: number | boolean): boolean {
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}
