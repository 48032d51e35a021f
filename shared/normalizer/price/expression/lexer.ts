import { ExpressionProblem } from './expression-problem.ts';

/** The next word of an expression: a number, a name, text in quotes, or a sign. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
}

/** Longest expression, in characters. Those of the gateway's editor have a hundred for each tier. */
const LENGTH_MAX = 8192;

const BLANK = /[ \t\r\n]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z_0-9]*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/y;
const SIGN = /\*\*|&&|\|\||==|!=|<=|>=|[-+*/()!<>?:,]/y;

/** Which kind of word may begin with a letter. */
function kindAt(letter: string): readonly [Token['kind'], RegExp] {
  if ((letter >= '0' && letter <= '9') || letter === '.') return ['number', NUMBER];
  if (letter === '"' || letter === "'" || letter === '`') return ['text', TEXT];
  if ((letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || letter === '_')
    return ['name', NAME];
  return ['sign', SIGN];
}

/** Where a sticky pattern that begins at some place ends; `undefined` where it does not begin there. */
function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

function wordAt(source: string, at: number): Token {
  const [kind, pattern] = kindAt(source.charAt(at));
  const end = endOf(pattern, source, at);
  if (end === undefined) throw new ExpressionProblem('A character that begins no word.');
  return { kind, text: source.slice(at, end) };
}

/**
 * The words of an expression, an end behind them.
 * @throws ExpressionProblem
 */
export function tokensOf(source: string): Token[] {
  if (source.length > LENGTH_MAX) throw new ExpressionProblem('Too long.');
  const tokens: Token[] = [];
  let last: Token | undefined;
  for (let at = 0; ; ) {
    const start = source.charAt(at) > ' ' ? at : (endOf(BLANK, source, at) ?? at);
    if (start === source.length) {
      tokens.push({ kind: 'end', text: '' });
      return tokens;
    }
    const token = wordAt(source, start);
    // `2p` is no product, and `1..2` no two numbers.
    if (start === at && last?.kind === 'number' && token.kind !== 'sign')
      throw new ExpressionProblem('A number that runs into the next word.');
    tokens.push(token);
    last = token;
    at = start + token.text.length;
  }
}
