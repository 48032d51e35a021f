import { constantNode, type ExpressionNode, VARIABLES, variableNode } from './expression-node.ts';
import { type BinaryOperator, binaryOperators, type UnaryOperator, unaryOperators } from './operators.ts';

/** A token of an expression: a number, a name, a quoted text, or a sign. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly binary: BinaryOperator | undefined;
  readonly unary: UnaryOperator | undefined;
  /** Node of a known name or of a one-digit number. */
  readonly value: ExpressionNode | undefined;
}

/** Creates a token that is not part of the language itself. */
export const plainToken = (kind: Token['kind'], text: string, value?: ExpressionNode): Token => ({
  kind,
  text,
  binary: undefined,
  unary: undefined,
  value,
});

/** Token behind the last one. */
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

/** Tokens of the language itself, one object each, so that every occurrence shares it. */
export const KNOWN_TOKENS: ReadonlyMap<string, Token> = new Map([
  ...['(', ')', '?', ':', ','].map((text) => knownToken('sign', text)),
  ...OPERATORS.map((text) => knownToken(/^[a-z]/.test(text) ? 'name' : 'sign', text)),
  ...VALUES.map(([text, value]) => knownToken('name', text, value)),
]);
