import { ExpressionProblem } from './expression-problem.ts';
import { compound, compoundOf, exact, type Node, numberOf, truthOf } from './node.ts';

/** The operators of the subset. A higher precedence binds tighter; `**` goes to the right, all others to the left. */
export interface BinaryOperator {
  readonly precedence: number;
  readonly rightToLeft?: true;
  /** `a < b < c` means `a < b && b < c`. */
  readonly chains?: (left: number, right: number) => boolean;
  readonly of: (left: Node, right: Node) => Node;
}
export interface UnaryOperator {
  readonly precedence: number;
  readonly of: (part: Node) => Node;
}

const arithmetic =
  (operation: (left: number, right: number) => number): BinaryOperator['of'] =>
  (left, right) =>
    compound((inputs) => operation(numberOf(left, inputs), numberOf(right, inputs)), left, right);

const equality =
  (wanted: boolean): BinaryOperator['of'] =>
  (left, right) =>
    compound(
      (inputs) => {
        const [a, b] = [left.compute(inputs), right.compute(inputs)];
        if (typeof a !== typeof b) throw new ExpressionProblem('Values of two kinds compared.');
        return (a === b) === wanted;
      },
      left,
      right,
    );

const comparison = (compare: (left: number, right: number) => boolean): BinaryOperator => ({
  precedence: 20,
  chains: compare,
  of: (left, right) =>
    compound((inputs) => compare(numberOf(left, inputs), numberOf(right, inputs)), left, right),
});

const or: BinaryOperator = {
  precedence: 10,
  of: (left, right) => compound((inputs) => truthOf(left, inputs) || truthOf(right, inputs), left, right),
};
const and: BinaryOperator = {
  precedence: 15,
  of: (left, right) => compound((inputs) => truthOf(left, inputs) && truthOf(right, inputs), left, right),
};

export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['||', or],
  ['or', or],
  ['&&', and],
  ['and', and],
  ['==', { precedence: 20, of: equality(true) }],
  ['!=', { precedence: 20, of: equality(false) }],
  ['<', comparison((a, b) => a < b)],
  ['<=', comparison((a, b) => a <= b)],
  ['>', comparison((a, b) => a > b)],
  ['>=', comparison((a, b) => a >= b)],
  ['+', { precedence: 30, of: arithmetic((a, b) => exact(a + b)) }],
  ['-', { precedence: 30, of: arithmetic((a, b) => exact(a - b)) }],
  ['*', { precedence: 60, of: arithmetic((a, b) => exact(a * b)) }],
  ['/', { precedence: 60, of: arithmetic((a, b) => a / b) }],
  ['**', { precedence: 100, rightToLeft: true, of: arithmetic((a, b) => a ** b) }],
]);

const not = {
  precedence: 50,
  of: (part: Node) => compound((inputs) => !truthOf(part, inputs), part),
};

export const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', not],
  ['not', not],
  ['-', { precedence: 90, of: (part: Node) => compound((inputs) => -numberOf(part, inputs), part) }],
  ['+', { precedence: 90, of: (part: Node) => compound((inputs) => numberOf(part, inputs), part) }],
]);

type Step = readonly [compare: (left: number, right: number) => boolean, right: Node];

/** A chain of comparisons; each operand is computed once, and none behind the first that fails. */
export const comparisons = (first: Node, steps: readonly Step[]): Node =>
  compoundOf([first, ...steps.map(([, right]) => right)], (inputs) => {
    let left = numberOf(first, inputs);
    return steps.every(([compare, part]) => {
      const right = numberOf(part, inputs);
      const holds = compare(left, right);
      left = right;
      return holds;
    });
  });
