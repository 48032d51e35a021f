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

/** A parsed price expression, or a part of one, as a function: returns a number, or the truth of a condition. */
export type Compute = (inputs: Inputs) => number | boolean;

/** Error for a tiered price expression that is invalid, too long, too deep, or outside the supported subset. */
export class ExpressionProblem extends Error {}

/** Returns a computed number; throws an `ExpressionProblem` if it is the truth of a condition. */
export function requireNumber(value: number | boolean): number {
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

/** Returns the computed value of a condition; throws an `ExpressionProblem` if it is a number. */
export function requireBoolean(value: number | boolean): boolean {
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}
