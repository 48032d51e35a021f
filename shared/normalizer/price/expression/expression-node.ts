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

type NodeValue = number | boolean;

/** A part of an expression. Each is computed at most once, so an expression takes no more steps than it has words. */
export interface ExpressionNode {
  readonly compute: (inputs: Inputs) => NodeValue;
  readonly depth: number;
  /** The number, where it is written as one. */
  readonly literal: number | undefined;
  /** A question about the request stands in it. */
  readonly asksAboutRequest: boolean;
  /** One that no rule answers. */
  readonly hasUnanswered: boolean;
}

/** Deepest nesting, and longest chain of operators. */
export const DEPTH_MAX = 250;
/** The gateway's integers have 64 bits, its other numbers are doubles: up to here nobody can tell them apart. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

export const constantNode = (value: NodeValue): ExpressionNode => ({
  compute: () => value,
  depth: 1,
  literal: typeof value === 'number' ? value : undefined,
  asksAboutRequest: false,
  hasUnanswered: false,
});

export const variableNode = (name: Variable): ExpressionNode => ({
  compute: ({ counts }) => counts[name],
  depth: 1,
  literal: undefined,
  asksAboutRequest: false,
  hasUnanswered: false,
});

/** A part made of one, two or three others. An expression has hundreds, and a body hundreds of expressions. */
export function compoundNode(
  compute: ExpressionNode['compute'],
  first: ExpressionNode,
  second = first,
  third = first,
): ExpressionNode {
  const depth = 1 + Math.max(first.depth, second.depth, third.depth);
  if (depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  const asksAboutRequest = first.asksAboutRequest || second.asksAboutRequest || third.asksAboutRequest;
  const hasUnanswered = first.hasUnanswered || second.hasUnanswered || third.hasUnanswered;
  return { compute, depth, literal: undefined, asksAboutRequest, hasUnanswered };
}

/** A part made of any number of others. */
export function compoundOfMany(
  parts: readonly ExpressionNode[],
  compute: ExpressionNode['compute'],
): ExpressionNode {
  let [depth, asksAboutRequest, hasUnanswered] = [0, false, false];
  for (const part of parts) {
    depth = Math.max(depth, part.depth);
    asksAboutRequest ||= part.asksAboutRequest;
    hasUnanswered ||= part.hasUnanswered;
  }
  if (++depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  return { compute, depth, literal: undefined, asksAboutRequest, hasUnanswered };
}

export function computeNumber(node: ExpressionNode, inputs: Inputs): number {
  const value = node.compute(inputs);
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

export function computeBoolean(node: ExpressionNode, inputs: Inputs): boolean {
  const value = node.compute(inputs);
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}

/** Sums, differences and products, as long as 64-bit integers and doubles agree on them. */
export function requireExact(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) > EXACT_MAX) throw new ExpressionProblem('Too large.');
  return value;
}
