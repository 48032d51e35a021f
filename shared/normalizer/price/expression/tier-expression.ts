import {
  compoundNode,
  compoundOfMany,
  computeBoolean,
  computeNumber,
  constantNode,
  DEPTH_MAX,
  type ExpressionNode,
  type Inputs,
  VARIABLES,
  type Variable,
} from './expression-node.ts';
import { ExpressionProblem } from './expression-problem.ts';
import type { Token } from './known-tokens.ts';
import { tokenize } from './lexer.ts';
import { type BinaryOperator, chainComparisons } from './operators.ts';

/** A parsed pricing expression of new-api. */
export interface TierExpression {
  /** Counts that it uses anywhere, including branches that are not taken. */
  readonly uses: ReadonlySet<Variable>;
  /** Factors of its rules if they match (`param("service_tier") == "priority" ? 2 : 1` has 2), in their order. */
  readonly multipliers: readonly number[];
  /** Whether it asks about the request at all. */
  readonly asksAboutRequest: boolean;
  /** Whether it asks about the request outside of its rules, so that no row contains the answer. */
  readonly hasUnanswered: boolean;
  /**
   * Computes USD per million requests with these counts, in doubles and in the written order, as the gateway does.
   * @throws ExpressionProblem
   */
  readonly compute: (inputs: Inputs) => number;
}

/** Functions about the request, whose results no row contains. */
const PROBES: ReadonlySet<string> = new Set(['param', 'header', 'hour', 'minute', 'weekday', 'month', 'day']);
const FUNCTIONS: ReadonlyMap<string, { arity: number; of: (...values: number[]) => number }> = new Map([
  ['max', { arity: 2, of: Math.max }],
  ['min', { arity: 2, of: Math.min }],
  ['abs', { arity: 1, of: Math.abs }],
  ['ceil', { arity: 1, of: Math.ceil }],
  ['floor', { arity: 1, of: Math.floor }],
  // A price per call in USD; expressions are in USD per million tokens.
  ['fixed', { arity: 1, of: (usd) => usd * 1_000_000 }],
]);
const variables: ReadonlySet<string> = new Set(VARIABLES);
const isVariable = (name: string): name is Variable => variables.has(name);

/**
 * Creates a node that may be written but not computed: text, nil, and questions about the request, whose results are
 * known only as matched rules.
 */
const unknownNode = (parts: readonly ExpressionNode[], asksAboutRequest: boolean): ExpressionNode => {
  const node = compoundOfMany(parts, () => {
    throw new ExpressionProblem('The expression uses a value that rows do not contain.');
  });
  return asksAboutRequest ? { ...node, asksAboutRequest, hasUnanswered: true } : node;
};

const parseNumber = (text: string): ExpressionNode => {
  const value = Number(text.includes('_') ? text.replaceAll('_', '') : text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new ExpressionProblem('A number is out of range.');
  return constantNode(value);
};

/** Parses tokens by operator precedence. Its recursion is as deep as the nesting. */
class Parser {
  readonly uses = new Set<Variable>();
  readonly multipliers: number[] = [];
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #peek(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #accept(sign: string): boolean {
    const isThere = this.#peek().text === sign;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) throw new ExpressionProblem(`The expression lacks ${sign}.`);
  }

  parse(): ExpressionNode {
    const node = this.#expression(0);
    if (this.#peek().kind !== 'end') throw new ExpressionProblem('The expression has text after its end.');
    return node;
  }

  /** Parses an operand and the operators behind it whose precedence is at least `least`. */
  #expression(least: number): ExpressionNode {
    if (++this.#depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
    let left = this.#operand();
    for (;;) {
      const operator = this.#peek().binary;
      if (operator === undefined || operator.precedence < least) break;
      this.#at++;
      const right = this.#expression(operator.precedence + (operator.rightToLeft ? 0 : 1));
      left = operator.chains ? this.#comparison(left, operator, right) : operator.build(left, right);
    }
    if (least === 0) while (this.#accept('?')) left = this.#conditional(left);
    this.#depth--;
    return left;
  }

  /** Parses a comparison and the comparisons chained to it. */
  #comparison(first: ExpressionNode, operator: BinaryOperator, second: ExpressionNode): ExpressionNode {
    let chains = this.#peek().binary?.chains;
    if (operator.chains === undefined || chains === undefined) return operator.build(first, second);
    const steps = [[operator.chains, second] as const];
    for (; chains !== undefined; chains = this.#peek().binary?.chains) {
      this.#at++;
      steps.push([chains, this.#expression(operator.precedence + 1)]);
    }
    return chainComparisons(first, steps);
  }

  /**
   * Parses `condition ? yes : no`. A question about the request with a number and 1 as branches is a rule, whose
   * match the row contains.
   */
  #conditional(condition: ExpressionNode): ExpressionNode {
    const yes = this.#expression(0);
    this.#expect(':');
    const no = this.#expression(0);
    const node = compoundNode(
      (inputs) => (computeBoolean(condition, inputs) ? yes.compute(inputs) : no.compute(inputs)),
      condition,
      yes,
      no,
    );
    if (!condition.asksAboutRequest || yes.literal === undefined || no.literal !== 1) return node;
    const [rule, multiplier] = [this.multipliers.length, yes.literal];
    this.multipliers.push(multiplier);
    return {
      ...node,
      compute: ({ matched }) => (matched[rule] ? multiplier : 1),
      hasUnanswered: false,
    };
  }

  #operand(): ExpressionNode {
    const { kind, text, unary, value } = this.#peek();
    this.#at++;
    if (unary) return unary.build(this.#expression(unary.precedence));
    if (kind === 'number') return value ?? parseNumber(text);
    if (kind === 'text') return unknownNode([], false);
    if (kind === 'name') return this.#name(text, value);
    if (text !== '(') throw new ExpressionProblem('The expression lacks a value.');
    const node = this.#expression(0);
    this.#expect(')');
    return node;
  }

  #name(name: string, value: ExpressionNode | undefined): ExpressionNode {
    if (isVariable(name)) this.uses.add(name);
    if (value !== undefined) return value;
    if (name === 'nil') return unknownNode([], false);
    return this.#call(name);
  }

  #call(name: string): ExpressionNode {
    this.#expect('(');
    const labelled =
      name === 'tier' && this.#peek().kind === 'text' && this.#tokens[this.#at + 1]?.text === ',';
    const given = this.#arguments();
    if (PROBES.has(name) && given.length === 1) return unknownNode(given, true);
    if (name === 'has' && given.length === 2) return unknownNode(given, false);
    const [, second] = given;
    if (labelled && second && given.length === 2)
      return compoundOfMany(given, (inputs) => computeNumber(second, inputs));
    const known = FUNCTIONS.get(name);
    if (known?.arity !== given.length) throw new ExpressionProblem('A function outside the subset.');
    return compoundOfMany(given, (inputs) => known.of(...given.map((part) => computeNumber(part, inputs))));
  }

  #arguments(): ExpressionNode[] {
    const given: ExpressionNode[] = [];
    if (this.#accept(')')) return given;
    do given.push(this.#expression(0));
    while (this.#accept(','));
    this.#expect(')');
    return given;
  }
}

/**
 * Parses the subset of expr-lang v1.17.8 that new-api's editor and presets write, and a little more: numbers, counts,
 * arithmetic, comparisons, conditions, `tier`, `max`, `min`, `abs`, `ceil`, `floor`, `fixed`, and questions about the
 * request that rules answer.
 * @throws ExpressionProblem for anything else, and for expressions that are too long or too deep
 */
export function parseTierExpression(source: string): TierExpression {
  const parser = new Parser(tokenize(source));
  const root = parser.parse();
  return {
    uses: parser.uses,
    multipliers: parser.multipliers,
    asksAboutRequest: root.asksAboutRequest,
    hasUnanswered: root.hasUnanswered,
    compute: (inputs) => computeNumber(root, inputs),
  };
}
