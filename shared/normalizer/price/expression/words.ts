import { compound, ExpressionProblem, type Node, VARIABLES } from './node.ts';
import { type BinaryOperator, binaryOperators, type UnaryOperator, unaryOperators } from './operators.ts';

/** Longest expression, in characters. Those of the gateway's editor have a hundred for each tier. */
const LENGTH_MAX = 8192;

export const TEXT = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)$/;
/**
 * A word: what begins like a number and runs on (`2p` is no product), a name, a text with all that follows where it
 * does not end, or a sign. What is no word of the language is one all the same, which stands where none may. The most
 * frequent words are tried first.
 */
const WORD =
  /[A-Za-z_]\w*|[-+/(),?:]|0[xX]\w*|\.?\d(?:[eE][+-]|[\w.])*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|["'`][\s\S]*|\*\*|&&|\|\||[<>=!]=|[^ \t\r\n]/g;

const VALUES: ReadonlyMap<string, Node> = new Map([
  ['true', compound([], () => true)],
  ['false', compound([], () => false)],
  ...VARIABLES.map((name) => [name, compound([], ({ counts }) => counts[name])] as const),
]);

/** A word, and what it is in the language. */
export interface Word {
  readonly text: string;
  readonly binary?: BinaryOperator | undefined;
  readonly unary?: UnaryOperator | undefined;
  readonly value?: Node | undefined;
}
export const END: Word = { text: '' };
/** Each word of the language is looked up once, and not for each question about it. */
const KNOWN: ReadonlyMap<string, Word> = new Map(
  [...binaryOperators.keys(), ...unaryOperators.keys(), ...VALUES.keys()].map((text) => [
    text,
    { text, binary: binaryOperators.get(text), unary: unaryOperators.get(text), value: VALUES.get(text) },
  ]),
);

/**
 * The words of an expression.
 * @throws ExpressionProblem for one that is too long
 */
export function wordsOf(source: string): Word[] {
  if (source.length > LENGTH_MAX) throw new ExpressionProblem('Too long.');
  return (source.match(WORD) ?? []).map((text) => KNOWN.get(text) ?? { text });
}
