import { ExpressionProblem } from './expression-problem.ts';

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

type NodeValue = number | boolean;

/** A part of an expression. It is computed at most once, so an expression takes at most as many steps as it has tokens. */
export interface ExpressionNode {
  readonly compute: (inputs: Inputs) => NodeValue;
  readonly depth: number;
  /** Value of a number literal. */
  readonly literal: number | undefined;
  /** Whether the part asks about the request, such as `param("service_tier")`. */
  readonly asksAboutRequest: boolean;
  /** Whether it asks something that no rule of the row answers. */
  readonly hasUnanswered: boolean;
}

/** Deepest nesting, and longest chain of operators. */
export const DEPTH_MAX = 250;
/** Largest number on which the gateway's 64-bit integers and its doubles agree. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** Creates a node with a fixed value. */
export const constantNode = (value: NodeValue): ExpressionNode => ({
  compute: () => value,
  depth: 1,
  literal: typeof value === 'number' ? value : undefined,
  asksAboutRequest: false,
  hasUnanswered: false,
});

/** Creates a node that reads a count. */
export const variableNode = (name: Variable): ExpressionNode => ({
  compute: ({ counts }) => counts[name],
  depth: 1,
  literal: undefined,
  asksAboutRequest: false,
  hasUnanswered: false,
});

/** Creates a node of one, two or three parts, without an array: a body has hundreds of expressions with hundreds of nodes. */
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

/** Creates a node of any number of parts. */
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

/**
 * Computes a node that must be a number.
 * @throws ExpressionProblem
 */
export function computeNumber(node: ExpressionNode, inputs: Inputs): number {
  const value = node.compute(inputs);
  if (typeof value !== 'number') throw new ExpressionProblem('Not a number.');
  return value;
}

/**
 * Computes a node that must be a condition.
 * @throws ExpressionProblem
 */
export function computeBoolean(node: ExpressionNode, inputs: Inputs): boolean {
  const value = node.compute(inputs);
  if (typeof value !== 'boolean') throw new ExpressionProblem('Not a condition.');
  return value;
}

/**
 * Returns a result unless it is so large that 64-bit integers and doubles differ.
 * @throws ExpressionProblem
 */
export function requireExact(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) > EXACT_MAX) throw new ExpressionProblem('Too large.');
  return value;
}
