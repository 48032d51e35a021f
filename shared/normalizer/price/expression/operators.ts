import { type Compute, ExpressionProblem, requireBoolean, requireNumber } from './expression-values.ts';

type Comparison = (left: number, right: number) => boolean;

/** A binary operator. A higher precedence binds tighter; `**` associates to the right, all others to the left. */
export interface BinaryOperator {
  readonly precedence: number;
  readonly rightToLeft?: true;
  /** Comparison of numbers. Comparisons may form a chain: `a < b < c` means `a < b && b < c`. */
  readonly compare?: Comparison;
  readonly build: (left: Compute, right: Compute) => Compute;
}
interface UnaryOperator {
  readonly precedence: number;
  readonly build: (operand: Compute) => Compute;
}

/** Largest number on which the gateway's 64-bit integers and its doubles agree. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

function requireExact(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) > EXACT_MAX) throw new ExpressionProblem('Too large.');
  return value;
}

const arithmetic =
  (operation: (left: number, right: number) => number): BinaryOperator['build'] =>
  (left, right) =>
  (inputs) =>
    operation(requireNumber(left(inputs)), requireNumber(right(inputs)));

const equality =
  (wanted: boolean): BinaryOperator['build'] =>
  (left, right) =>
  (inputs) => {
    const [a, b] = [left(inputs), right(inputs)];
    if (typeof a !== typeof b)
      throw new ExpressionProblem('The expression compares values of different types.');
    return (a === b) === wanted;
  };

const comparison = (compare: Comparison): BinaryOperator => ({
  precedence: 20,
  compare,
  build: (left, right) => (inputs) => compare(requireNumber(left(inputs)), requireNumber(right(inputs))),
});

const or: BinaryOperator = {
  precedence: 10,
  build: (left, right) => (inputs) => requireBoolean(left(inputs)) || requireBoolean(right(inputs)),
};
const and: BinaryOperator = {
  precedence: 15,
  build: (left, right) => (inputs) => requireBoolean(left(inputs)) && requireBoolean(right(inputs)),
};

/** Binary operators of the supported subset. */
export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map([
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

const not: UnaryOperator = {
  precedence: 50,
  build: (operand) => (inputs) => !requireBoolean(operand(inputs)),
};

/** Unary operators of the supported subset. */
export const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', not],
  ['not', not],
  ['-', { precedence: 90, build: (operand) => (inputs) => -requireNumber(operand(inputs)) }],
  ['+', { precedence: 90, build: (operand) => (inputs) => requireNumber(operand(inputs)) }],
]);
