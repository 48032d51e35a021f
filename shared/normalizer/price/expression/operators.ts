import { ExpressionProblem } from './expression-problem.ts';
import { compound, exact, type Node, numberOf, truthOf } from './node.ts';

/** The operators of the subset. A higher precedence binds tighter; `**` goes to the right, all others to the left. */
interface Operator {
  readonly precedence: number;
  readonly rightToLeft?: true;
  /** `a < b < c` means `a < b && b < c`. */
  readonly chains?: (left: number, right: number) => boolean;
  readonly of: (left: Node, right: Node) => Node;
}

const arithmetic =
  (operation: (left: number, right: number) => number): Operator['of'] =>
  (left, right) =>
    compound([left, right], (inputs) => operation(numberOf(left, inputs), numberOf(right, inputs)));

const equality =
  (wanted: boolean): Operator['of'] =>
  (left, right) =>
    compound([left, right], (inputs) => {
      const [a, b] = [left.compute(inputs), right.compute(inputs)];
      if (typeof a !== typeof b) throw new ExpressionProblem('Values of two kinds compared.');
      return (a === b) === wanted;
    });

const comparison = (compare: (left: number, right: number) => boolean): Operator => ({
  precedence: 20,
  chains: compare,
  of: (left, right) => comparisons(left, [[compare, right]]),
});

const or: Operator = {
  precedence: 10,
  of: (left, right) => compound([left, right], (inputs) => truthOf(left, inputs) || truthOf(right, inputs)),
};
const and: Operator = {
  precedence: 15,
  of: (left, right) => compound([left, right], (inputs) => truthOf(left, inputs) && truthOf(right, inputs)),
};

export const binaryOperators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
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
  of: (part: Node) => compound([part], (inputs) => !truthOf(part, inputs)),
};

export const unaryOperators: ReadonlyMap<string, { precedence: number; of: (part: Node) => Node }> = new Map([
  ['!', not],
  ['not', not],
  ['-', { precedence: 90, of: (part: Node) => compound([part], (inputs) => -numberOf(part, inputs)) }],
  ['+', { precedence: 90, of: (part: Node) => compound([part], (inputs) => numberOf(part, inputs)) }],
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
