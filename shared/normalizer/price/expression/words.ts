import { constant, type Node, VARIABLES, variable } from './node.ts';
import { type BinaryOperator, binaryOperators, type UnaryOperator, unaryOperators } from './operators.ts';

/** A word of an expression: a number, a name, text in quotes, or a sign. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly binary: BinaryOperator | undefined;
  readonly unary: UnaryOperator | undefined;
  /** What a name, or a number of one digit, stands for. */
  readonly value: Node | undefined;
}

/** A word that is no word of the language. */
export const tokenOf = (kind: Token['kind'], text: string, value?: Node): Token => ({
  kind,
  text,
  binary: undefined,
  unary: undefined,
  value,
});

export const END = tokenOf('end', '');

const known = (kind: Token['kind'], text: string, value?: Node): readonly [string, Token] => [
  text,
  { kind, text, binary: binaryOperators.get(text), unary: unaryOperators.get(text), value },
];

const VALUES: readonly (readonly [string, Node])[] = [
  ['true', constant(true)],
  ['false', constant(false)],
  ...VARIABLES.map((name) => [name, variable(name)] as const),
];
const OPERATORS = [...binaryOperators.keys(), ...unaryOperators.keys()];

/** The words that the language has: one token each, wherever they stand, so that each is looked up once. */
export const WORDS: ReadonlyMap<string, Token> = new Map([
  ...['(', ')', '?', ':', ','].map((text) => known('sign', text)),
  ...OPERATORS.map((text) => known(/^[a-z]/.test(text) ? 'name' : 'sign', text)),
  ...VALUES.map(([text, value]) => known('name', text, value)),
]);
