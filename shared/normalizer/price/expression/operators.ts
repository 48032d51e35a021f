import { type Compute, compound, ExpressionProblem, exact, type Node, numberOf, truthOf } from './node.ts';

/** The operators of the subset. A higher precedence binds tighter; `**` goes to the right, all others to the left. */
export interface BinaryOperator {
  readonly precedence: number;
  readonly isRightToLeft?: true;
  /** `a < b < c` means `a < b && b < c`. */
  readonly chains?: (left: number, right: number) => boolean;
  readonly of: (left: Node, right: Node) => Compute;
}
export interface UnaryOperator {
  readonly precedence: number;
  readonly of: (part: Node) => Compute;
}

const ofNumbers =
  (operation: (left: number, right: number) => number | boolean): BinaryOperator['of'] =>
  (left, right) =>
  (inputs) =>
    operation(numberOf(left, inputs), numberOf(right, inputs));

const equality = (wanted: boolean): BinaryOperator => ({
  precedence: 20,
  of: (left, right) => (inputs) => {
    const [a, b] = [left.compute(inputs), right.compute(inputs)];
    if (typeof a !== typeof b) throw new ExpressionProblem('Values of two kinds compared.');
    return (a === b) === wanted;
  },
});

const comparison = (chains: (left: number, right: number) => boolean): BinaryOperator => ({
  precedence: 20,
  chains,
  of: ofNumbers(chains),
});

const or: BinaryOperator = {
  precedence: 10,
  of: (left, right) => (inputs) => truthOf(left, inputs) || truthOf(right, inputs),
};
const and: BinaryOperator = {
  precedence: 15,
  of: (left, right) => (inputs) => truthOf(left, inputs) && truthOf(right, inputs),
};

export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['||', or],
  ['or', or],
  ['&&', and],
  ['and', and],
  ['==', equality(true)],
  ['!=', equality(false)],
  ['<', comparison((a, b) => a < b)],
  ['<=', comparison((a, b) => a <= b)],
  ['>', comparison((a, b) => a > b)],
  ['>=', comparison((a, b) => a >= b)],
  ['+', { precedence: 30, of: ofNumbers((a, b) => exact(a + b)) }],
  ['-', { precedence: 30, of: ofNumbers((a, b) => exact(a - b)) }],
  ['*', { precedence: 60, of: ofNumbers((a, b) => exact(a * b)) }],
  ['/', { precedence: 60, of: ofNumbers((a, b) => a / b) }],
  ['**', { precedence: 100, isRightToLeft: true, of: ofNumbers((a, b) => a ** b) }],
]);

const not: UnaryOperator = { precedence: 50, of: (part) => (inputs) => !truthOf(part, inputs) };

export const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map<string, UnaryOperator>([
  ['!', not],
  ['not', not],
  ['-', { precedence: 90, of: (part) => (inputs) => -numberOf(part, inputs) }],
  ['+', { precedence: 90, of: (part) => (inputs) => numberOf(part, inputs) }],
]);

type Step = readonly [compare: (left: number, right: number) => boolean, right: Node];

/** A chain of comparisons; each operand is computed once, and none behind the first that fails. */
export const comparisons = (first: Node, steps: readonly Step[]): Node =>
  compound([first, ...steps.map(([, right]) => right)], (inputs) => {
    let left = numberOf(first, inputs);
    return steps.every(([compare, part]) => {
      const right = numberOf(part, inputs);
      const holds = compare(left, right);
      left = right;
      return holds;
    });
  });
