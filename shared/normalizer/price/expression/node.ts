/** An expression that is none, is outside the subset understood here, or is too long or too deep. */
export class ExpressionProblem extends Error {}

/** The counts that an expression may name: tokens of one request, by kind, and its images. */
export const VARIABLES = [
  ...(['p', 'c', 'len', 'cr', 'cc', 'cc1h', 'img', 'img_cr', 'img_o', 'ai', 'ao'] as const),
  'image_count',
] as const;
export type Variable = (typeof VARIABLES)[number];

/** What an expression is computed from. */
export interface Inputs {
  readonly counts: Readonly<Record<Variable, number>>;
  /** Whether each rule of the expression matched the request. */
  readonly matched: readonly boolean[];
}

type Value = number | boolean;
export type Compute = (inputs: Inputs) => Value;

/** A part of an expression. Each is computed at most once, so an expression takes no more steps than it has words. */
export interface Node {
  readonly compute: Compute;
  readonly depth: number;
  /** The number, where it is written as one. */
  readonly literal: number | undefined;
  /** A question about the request stands in it. */
  readonly asks: boolean;
  /** One that no rule answers. */
  readonly unanswered: boolean;
}

/** Deepest nesting, and longest chain of operators. */
export const DEPTH_MAX = 250;
/** The gateway's integers have 64 bits, its other numbers are doubles: up to here nobody can tell them apart. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** A part made of others, or of none. */
export function compound(parts: readonly Node[], compute: Compute, literal?: number): Node {
  let depth = 1;
  let asks = false;
  let unanswered = false;
  for (const part of parts) {
    if (part.depth >= depth) depth = part.depth + 1;
    asks ||= part.asks;
    unanswered ||= part.unanswered;
  }
  if (depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  return { compute, depth, literal, asks, unanswered };
}

export function numberOf({ compute }: Node, inputs: Inputs): number {
  const value = compute(inputs);
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

export function truthOf({ compute }: Node, inputs: Inputs): boolean {
  const value = compute(inputs);
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}

/** Sums, differences and products, as long as 64-bit integers and doubles agree on them. */
export function exact(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) > EXACT_MAX) throw new ExpressionProblem('Too large.');
  return value;
}
