import {
  compoundNode,
  compoundOfMany,
  computeBoolean,
  computeNumber,
  type ExpressionNode,
  requireExact,
} from './expression-node.ts';
import { ExpressionProblem } from './expression-problem.ts';

/** A binary operator. A higher precedence binds tighter; `**` associates to the right, all others to the left. */
export interface BinaryOperator {
  readonly precedence: number;
  readonly rightToLeft?: true;
  /** `a < b < c` means `a < b && b < c`. */
  readonly chains?: (left: number, right: number) => boolean;
  readonly build: (left: ExpressionNode, right: ExpressionNode) => ExpressionNode;
}
/** A unary operator. */
export interface UnaryOperator {
  readonly precedence: number;
  readonly build: (part: ExpressionNode) => ExpressionNode;
}

const arithmetic =
  (operation: (left: number, right: number) => number): BinaryOperator['build'] =>
  (left, right) =>
    compoundNode(
      (inputs) => operation(computeNumber(left, inputs), computeNumber(right, inputs)),
      left,
      right,
    );

const equality =
  (wanted: boolean): BinaryOperator['build'] =>
  (left, right) =>
    compoundNode(
      (inputs) => {
        const [a, b] = [left.compute(inputs), right.compute(inputs)];
        if (typeof a !== typeof b) throw new ExpressionProblem('Values of two types are compared.');
        return (a === b) === wanted;
      },
      left,
      right,
    );

const comparison = (compare: (left: number, right: number) => boolean): BinaryOperator => ({
  precedence: 20,
  chains: compare,
  build: (left, right) =>
    compoundNode((inputs) => compare(computeNumber(left, inputs), computeNumber(right, inputs)), left, right),
});

const or: BinaryOperator = {
  precedence: 10,
  build: (left, right) =>
    compoundNode((inputs) => computeBoolean(left, inputs) || computeBoolean(right, inputs), left, right),
};
const and: BinaryOperator = {
  precedence: 15,
  build: (left, right) =>
    compoundNode((inputs) => computeBoolean(left, inputs) && computeBoolean(right, inputs), left, right),
};

/** Binary operators of the supported subset. */
export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['||', or],
  ['or', or],
  ['&&', and],
  ['and', and],
  ['==', { precedence: 20, build: equality(true) }],
  ['!=', { precedence: 20, build: equality(false) }],
  ['<', comparison((a, b) => a < b)],
  ['<=', comparison((a, b) => a <= b)],
  ['>', comparison((a, b) => a > b)],
  ['>=', comparison((a, b) => a >= b)],
  ['+', { precedence: 30, build: arithmetic((a, b) => requireExact(a + b)) }],
  ['-', { precedence: 30, build: arithmetic((a, b) => requireExact(a - b)) }],
  ['*', { precedence: 60, build: arithmetic((a, b) => requireExact(a * b)) }],
  ['/', { precedence: 60, build: arithmetic((a, b) => a / b) }],
  ['**', { precedence: 100, rightToLeft: true, build: arithmetic((a, b) => a ** b) }],
]);

const not = {
  precedence: 50,
  build: (part: ExpressionNode) => compoundNode((inputs) => !computeBoolean(part, inputs), part),
};

/** Unary operators of the supported subset. */
export const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', not],
  ['not', not],
  [
    '-',
    {
      precedence: 90,
      build: (part: ExpressionNode) => compoundNode((inputs) => -computeNumber(part, inputs), part),
    },
  ],
  [
    '+',
    {
      precedence: 90,
      build: (part: ExpressionNode) => compoundNode((inputs) => computeNumber(part, inputs), part),
    },
  ],
]);

type ComparisonStep = readonly [compare: (left: number, right: number) => boolean, right: ExpressionNode];

/**
 * Creates a chain of comparisons such as `a < b < c`. Each operand is computed at most once, and none after the first
 * false comparison.
 */
export const chainComparisons = (first: ExpressionNode, steps: readonly ComparisonStep[]): ExpressionNode =>
  compoundOfMany([first, ...steps.map(([, right]) => right)], (inputs) => {
    let left = computeNumber(first, inputs);
    return steps.every(([compare, part]) => {
      const right = computeNumber(part, inputs);
      const holds = compare(left, right);
      left = right;
      return holds;
    });
  });
