import {
  compound,
  DEPTH_MAX,
  ExpressionProblem,
  type Inputs,
  type Node,
  numberOf,
  truthOf,
  VARIABLES,
  type Variable,
} from './node.ts';
import { type BinaryOperator, comparisons } from './operators.ts';
import { END, TEXT, type Word, wordsOf } from './words.ts';

/** A parsed pricing expression of new-api: what it needs, and what it gives. */
export interface TierExpression {
  /** The counts that it names anywhere, in conditions and branches that are not taken, too. */
  readonly uses: ReadonlySet<Variable>;
  /** The factors of its rules (`param("service_tier") == "priority" ? 2 : 1`) where they match, in their order. */
  readonly multipliers: readonly number[];
  /** Whether it asks about the request anywhere, and anywhere but in its rules. */
  readonly asks: boolean;
  readonly unanswered: boolean;
  /**
   * USD per million requests of these counts, in doubles and in the written order, as the gateway computes them.
   * @throws ExpressionProblem
   */
  readonly compute: (inputs: Inputs) => number;
}

/** Functions of the request, whose answers no row has; `has` asks only about theirs. */
const PROBES: ReadonlySet<string> = new Set(['param', 'header', 'hour', 'minute', 'weekday', 'month', 'day']);
const FUNCTIONS: ReadonlyMap<string, { arity: number; of: (...values: number[]) => number }> = new Map([
  ['max', { arity: 2, of: Math.max }],
  ['min', { arity: 2, of: Math.min }],
  ['abs', { arity: 1, of: Math.abs }],
  ['ceil', { arity: 1, of: Math.ceil }],
  ['floor', { arity: 1, of: Math.floor }],
  // USD by the call.
  ['fixed', { arity: 1, of: (usd) => usd * 1_000_000 }],
]);
const variables: ReadonlySet<string> = new Set(VARIABLES);
const isVariable = (name: string): name is Variable => variables.has(name);

/** Text, nil and questions: what may be written, but is never computed, because rules state what they matched. */
const unknowable = (parts: readonly Node[]): Node =>
  compound(parts, () => {
    throw new ExpressionProblem('A value that no row holds.');
  });

const NUMBER =
  /^(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)$/;
/** Without `_`, the numbers of the language are those of JavaScript. */
const literalOf = (text: string): Node => {
  const isSpaced = text.includes('_');
  const value =
    isSpaced && !NUMBER.test(text) ? Number.NaN : Number(isSpaced ? text.replaceAll('_', '') : text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new ExpressionProblem('No number, or one out of range.');
  return compound([], () => value, value);
};

/** Reads words from left to right, by the precedence of operators. Its recursion is as deep as the nesting. */
class Parser {
  readonly uses = new Set<Variable>();
  readonly multipliers: number[] = [];
  readonly #words: readonly Word[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#words = wordsOf(source);
  }

  #peek(): Word {
    return this.#words[this.#at] ?? END;
  }

  #accept(sign: string): boolean {
    const isThere = this.#peek().text === sign;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) throw new ExpressionProblem(`No ${sign} where one must stand.`);
  }

  whole(): Node {
    const node = this.#expression(0);
    if (this.#at < this.#words.length) throw new ExpressionProblem('Words behind the end.');
    return node;
  }

  /** An operand and the operators behind it that bind at least as tight as `least`. */
  #expression(least: number): Node {
    if (++this.#depth > DEPTH_MAX) throw new ExpressionProblem('Too deep.');
    let left = this.#operand();
    for (;;) {
      const operator = this.#peek().binary;
      if (operator === undefined || operator.precedence < least) break;
      this.#at++;
      const right = this.#expression(operator.precedence + (operator.isRightToLeft ? 0 : 1));
      left = this.#joined(left, operator, right);
    }
    if (least === 0) while (this.#accept('?')) left = this.#conditional(left);
    this.#depth--;
    return left;
  }

  /** Two operands, or a comparison and those that it chains. */
  #joined(first: Node, operator: BinaryOperator, second: Node): Node {
    const next = () => operator.chains && this.#peek().binary?.chains;
    let chains = next();
    if (operator.chains === undefined || chains === undefined)
      return compound([first, second], operator.of(first, second));
    const steps = [[operator.chains, second] as const];
    for (; chains !== undefined; chains = next()) {
      this.#at++;
      steps.push([chains, this.#expression(operator.precedence + 1)]);
    }
    return comparisons(first, steps);
  }

  /** A question whose branches are a number and 1 is a rule: the row says whether it matched. */
  #conditional(condition: Node): Node {
    const yes = this.#expression(0);
    this.#expect(':');
    const no = this.#expression(0);
    const node = compound([condition, yes, no], (inputs) =>
      truthOf(condition, inputs) ? yes.compute(inputs) : no.compute(inputs),
    );
    const { literal } = yes;
    if (!condition.asks || literal === undefined || no.literal !== 1) return node;
    const rule = this.multipliers.push(literal) - 1;
    return { ...node, compute: ({ matched }) => (matched[rule] ? literal : 1), unanswered: false };
  }

  #operand(): Node {
    const { text, unary, value } = this.#peek();
    this.#at++;
    if (unary !== undefined) {
      const part = this.#expression(unary.precedence);
      return compound([part], unary.of(part));
    }
    if (value !== undefined) {
      if (isVariable(text)) this.uses.add(text);
      return value;
    }
    if (text === '(') {
      const node = this.#expression(0);
      this.#expect(')');
      return node;
    }
    if (/^[\d.]/.test(text)) return literalOf(text);
    if (TEXT.test(text) || text === 'nil') return unknowable([]);
    if (/^\w/.test(text)) return this.#call(text);
    throw new ExpressionProblem('No value where one must stand.');
  }

  #call(name: string): Node {
    this.#expect('(');
    const isLabelled =
      name === 'tier' && TEXT.test(this.#peek().text) && this.#words[this.#at + 1]?.text === ',';
    const given = this.#arguments();
    if (PROBES.has(name) && given.length === 1) return { ...unknowable(given), asks: true, unanswered: true };
    if (name === 'has' && given.length === 2) return unknowable(given);
    const [, second] = given;
    if (isLabelled && second && given.length === 2)
      return compound(given, (inputs) => numberOf(second, inputs));
    const known = FUNCTIONS.get(name);
    if (known?.arity !== given.length) throw new ExpressionProblem('A function outside the subset.');
    return compound(given, (inputs) => known.of(...given.map((part) => numberOf(part, inputs))));
  }

  #arguments(): Node[] {
    const given: Node[] = [];
    if (this.#accept(')')) return given;
    do given.push(this.#expression(0));
    while (this.#accept(','));
    this.#expect(')');
    return given;
  }
}

/**
 * Reads an expression in the subset of expr-lang v1.17.8 that new-api's editor and presets write, and a little
 * more: numbers, counts, arithmetic, comparisons, conditions, `tier`, `max`, `min`, `abs`, `ceil`, `floor`, `fixed`, and
 * questions about the request where rules answer them.
 * @throws ExpressionProblem for anything else, and for what is too long or too deep
 */
export function tierExpression(source: string): TierExpression {
  const parser = new Parser(source);
  const root = parser.whole();
  const { uses, multipliers } = parser;
  const { asks, unanswered } = root;
  return { uses, multipliers, asks, unanswered, compute: (inputs) => numberOf(root, inputs) };
}
