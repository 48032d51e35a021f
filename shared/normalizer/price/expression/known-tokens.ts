import { constantNode, type ExpressionNode, VARIABLES, variableNode } from './expression-node.ts';
import { type BinaryOperator, binaryOperators, type UnaryOperator, unaryOperators } from './operators.ts';

/** A word of an expression: a number, a name, text in quotes, or a sign. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly binary: BinaryOperator | undefined;
  readonly unary: UnaryOperator | undefined;
  /** What a name, or a number of one digit, stands for. */
  readonly value: ExpressionNode | undefined;
}

/** A word that is no word of the language. */
export const plainToken = (kind: Token['kind'], text: string, value?: ExpressionNode): Token => ({
  kind,
  text,
  binary: undefined,
  unary: undefined,
  value,
});

export const END_TOKEN = plainToken('end', '');

const knownToken = (kind: Token['kind'], text: string, value?: ExpressionNode): readonly [string, Token] => [
  text,
  { kind, text, binary: binaryOperators.get(text), unary: unaryOperators.get(text), value },
];

const VALUES: readonly (readonly [string, ExpressionNode])[] = [
  ['true', constantNode(true)],
  ['false', constantNode(false)],
  ...VARIABLES.map((name) => [name, variableNode(name)] as const),
];
const OPERATORS = [...binaryOperators.keys(), ...unaryOperators.keys()];

/** The words that the language has: one token each, wherever they stand, so that each is looked up once. */
export const KNOWN_TOKENS: ReadonlyMap<string, Token> = new Map([
  ...['(', ')', '?', ':', ','].map((text) => knownToken('sign', text)),
  ...OPERATORS.map((text) => knownToken(/^[a-z]/.test(text) ? 'name' : 'sign', text)),
  ...VALUES.map(([text, value]) => knownToken('name', text, value)),
]);
