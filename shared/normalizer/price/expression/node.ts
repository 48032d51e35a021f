import { ExpressionProblem } from './expression-problem.ts';

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

/** A part of an expression. Each is computed at most once, so an expression takes no more steps than it has words. */
export interface Node {
  readonly compute: (inputs: Inputs) => Value;
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

export const constant = (value: Value): Node => ({
  compute: () => value,
  depth: 1,
  literal: typeof value === 'number' ? value : undefined,
  asks: false,
  unanswered: false,
});

export const variable = (name: Variable): Node => ({
  compute: ({ counts }) => counts[name],
  depth: 1,
  literal: undefined,
  asks: false,
  unanswered: false,
});

/** A part made of one, two or three others. An expression has hundreds, and a body hundreds of expressions. */
export function compound(compute: Node['compute'], first: Node, second = first, third = first): Node {
  const depth = 1 + Math.max(first.depth, second.depth, third.depth);
  if (depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  const asks = first.asks || second.asks || third.asks;
  const unanswered = first.unanswered || second.unanswered || third.unanswered;
  return { compute, depth, literal: undefined, asks, unanswered };
}

/** A part made of any number of others. */
export function compoundOf(parts: readonly Node[], compute: Node['compute']): Node {
  let [depth, asks, unanswered] = [0, false, false];
  for (const part of parts) {
    depth = Math.max(depth, part.depth);
    asks ||= part.asks;
    unanswered ||= part.unanswered;
  }
  if (++depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  return { compute, depth, literal: undefined, asks, unanswered };
}

export function numberOf(node: Node, inputs: Inputs): number {
  const value = node.compute(inputs);
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

export function truthOf(node: Node, inputs: Inputs): boolean {
  const value = node.compute(inputs);
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}

/** Sums, differences and products, as long as 64-bit integers and doubles agree on them. */
export function exact(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) > EXACT_MAX) throw new ExpressionProblem('Too large.');
  return value;
}
