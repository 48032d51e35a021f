import {
  type Compute,
  ExpressionProblem,
  type Inputs,
  requireBoolean,
  requireNumber,
  VARIABLES,
  type Variable,
} from './expression-values.ts';
import { type BinaryOperator, binaryOperators, unaryOperators } from './operators.ts';
import { tokenize } from './tokenize.ts';

/** A parsed price such as `p * 2`. A rule is a factor by the request: `param("service_tier") == "priority" ? 2 : 1`. */
export interface TierExpression {
  /** Names of the counts in the expression, such as `p` for prompt tokens, including branches that are not taken. */
  readonly uses: ReadonlySet<Variable>;
  /** Factor of each rule if the rule matches, in the order of the rules: 2 for the rule above. */
  readonly multipliers: readonly number[];
  /** Whether the price depends on properties of the request, such as `param("service_tier")`. */
  readonly dependsOnRequest: boolean;
  /** Whether the price also depends on such properties outside rules. Then a log row is not enough to compute it. */
  readonly dependsOutsideRules: boolean;
  /**
   * Computes the price in USD of a million requests with the counts and matched rules of `inputs`. Computes in doubles
   * and in the written order, as the gateway does.
   * Throws an `ExpressionProblem`.
   */
  readonly compute: (inputs: Inputs) => number;
}

/** Deepest nesting, and longest chain of operators. */
const DEPTH_MAX = 250;

/** Functions about the request, whose results no row contains. */
const QUESTIONS = new Set(['param', 'header', 'hour', 'minute', 'weekday', 'month', 'day']);
const FUNCTIONS: ReadonlyMap<string, { arity: number; of: (...values: number[]) => number }> = new Map([
  ['max', { arity: 2, of: Math.max }],
  ['min', { arity: 2, of: Math.min }],
  ['abs', { arity: 1, of: Math.abs }],
  ['ceil', { arity: 1, of: Math.ceil }],
  ['floor', { arity: 1, of: Math.floor }],
  // `fixed` is a price per call in USD. Expressions give USD per million requests, so multiply by a million.
  ['fixed', { arity: 1, of: (usd) => usd * 1_000_000 }],
]);
const variables: ReadonlySet<string> = new Set(VARIABLES);
const isVariable = (name: string): name is Variable => variables.has(name);

const FIRST_OF_NUMBER = /^[\d.]/;
const FIRST_OF_NAME = /^\w/;
const QUOTE = /^["'`]/;

/** Text, `nil` and answers about the request, which may be written but not computed. */
const computeUnknown: Compute = () => {
  throw new ExpressionProblem('The expression uses a value that rows do not contain.');
};

function parseNumber(text: string): number {
  const value = Number(text.includes('_') ? text.replaceAll('_', '') : text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new ExpressionProblem('A number in the expression is out of range.');
  return value;
}

/** Parses tokens by operator precedence. Its recursion is as deep as the nesting. */
class Parser {
  readonly uses = new Set<Variable>();
  readonly multipliers: number[] = [];
  /** Number of questions about the request so far, and of those that no rule answers. */
  questions = 0;
  unanswered = 0;
  readonly #literals = new Map<Compute, number>();
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  #peek(): string {
    return this.#tokens[this.#at] as string;
  }

  #accept(sign: string): boolean {
    const isThere = this.#peek() === sign;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) throw new ExpressionProblem(`The expression lacks ${sign}.`);
  }

  #deepen(): void {
    if (++this.#depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
  }

  parse(): Compute {
    const compute = this.#expression(0);
    if (this.#peek() !== '') throw new ExpressionProblem('The expression has text after its end.');
    return compute;
  }

  /** Parses an operand and the operators behind it whose precedence is at least `least`. */
  #expression(least: number): Compute {
    const [outerDepth, questions, unanswered] = [this.#depth, this.questions, this.unanswered];
    this.#deepen();
    let left = this.#operand();
    for (;;) {
      const operator = binaryOperators.get(this.#peek());
      if (operator === undefined || operator.precedence < least) break;
      this.#at++;
      this.#deepen();
      const right = this.#expression(operator.precedence + (operator.rightToLeft ? 0 : 1));
      left = operator.compare ? this.#comparisons(left, operator, right) : operator.build(left, right);
    }
    this.#depth = outerDepth + 1;
    if (least === 0 && this.#accept('?')) left = this.#conditional(left, questions, unanswered);
    this.#depth = outerDepth;
    return left;
  }

  /** Parses chained comparisons (`a < b < c`). Operands are computed at most once, none after a false comparison. */
  #comparisons(first: Compute, operator: BinaryOperator, second: Compute): Compute {
    const steps = [{ ...operator, operand: second }];
    for (;;) {
      const next = binaryOperators.get(this.#peek());
      if (!next?.compare) break;
      this.#at++;
      steps.push({ ...next, operand: this.#expression(operator.precedence + 1) });
    }
    if (steps.length === 1) return operator.build(first, second);
    return (inputs) => {
      let left = requireNumber(first(inputs));
      return steps.every(({ compare, operand }) => {
        const right = requireNumber(operand(inputs));
        const isTrue = compare?.(left, right) === true;
        left = right;
        return isTrue;
      });
    };
  }

  /**
   * Parses `condition ? yes : no`. A question about the request with a number and 1 as branches is a rule, whose match
   * the
   * row contains. The counts are those before the condition.
   */
  #conditional(condition: Compute, questions: number, unanswered: number): Compute {
    const asksAboutRequest = this.questions > questions;
    const yes = this.#expression(0);
    this.#expect(':');
    const no = this.#expression(0);
    const multiplier = this.#literals.get(yes);
    if (!asksAboutRequest || multiplier === undefined || this.#literals.get(no) !== 1)
      return (inputs) => (requireBoolean(condition(inputs)) ? yes(inputs) : no(inputs));
    this.unanswered = unanswered;
    const rule = this.multipliers.push(multiplier) - 1;
    return ({ matched }) => (matched[rule] ? multiplier : 1);
  }

  #operand(): Compute {
    const token = this.#peek();
    this.#at++;
    const unary = unaryOperators.get(token);
    if (unary) return unary.build(this.#expression(unary.precedence));
    if (FIRST_OF_NUMBER.test(token)) return this.#number(token);
    if (FIRST_OF_NAME.test(token)) return this.#name(token);
    if (QUOTE.test(token)) return computeUnknown;
    if (token !== '(') throw new ExpressionProblem('The expression lacks a value.');
    const compute = this.#expression(0);
    this.#expect(')');
    return compute;
  }

  #number(text: string): Compute {
    const value = parseNumber(text);
    const compute = () => value;
    this.#literals.set(compute, value);
    return compute;
  }

  #name(name: string): Compute {
    if (isVariable(name)) {
      this.uses.add(name);
      return ({ counts }) => counts[name];
    }
    if (name === 'true' || name === 'false') return () => name === 'true';
    return name === 'nil' ? computeUnknown : this.#call(name);
  }

  #call(name: string): Compute {
    this.#expect('(');
    const isTier = name === 'tier' && QUOTE.test(this.#peek()) && this.#tokens[this.#at + 1] === ',';
    const operands = this.#arguments();
    if (QUESTIONS.has(name) && operands.length === 1) {
      this.questions++;
      this.unanswered++;
      return computeUnknown;
    }
    if (name === 'has' && operands.length === 2) return computeUnknown;
    const [, price] = operands;
    if (isTier && price && operands.length === 2) return (inputs) => requireNumber(price(inputs));
    const known = FUNCTIONS.get(name);
    if (known?.arity !== operands.length) throw new ExpressionProblem('A function outside the subset.');
    return (inputs) => known.of(...operands.map((operand) => requireNumber(operand(inputs))));
  }

  #arguments(): Compute[] {
    const operands: Compute[] = [];
    if (this.#accept(')')) return operands;
    do operands.push(this.#expression(0));
    while (this.#accept(','));
    this.#expect(')');
    return operands;
  }
}

/**
 * Parses a pricing expression of new-api in a subset of expr-lang v1.17.8: numbers, counts, arithmetic, comparisons,
 * conditions, `tier`, the functions above, and functions of the request (`param`, `header`, `hour` …). Throws an
 * `ExpressionProblem` for anything else, and for an expression that is too long or too deep.
 */
export function parseTierExpression(source: string): TierExpression {
  const parser = new Parser(tokenize(source));
  const compute = parser.parse();
  return {
    uses: parser.uses,
    multipliers: parser.multipliers,
    dependsOnRequest: parser.questions > 0,
    dependsOutsideRules: parser.unanswered > 0,
    compute: (inputs) => requireNumber(compute(inputs)),
  };
}
