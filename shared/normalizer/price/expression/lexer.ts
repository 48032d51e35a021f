import { ExpressionProblem } from './expression-problem.ts';

/** The next word of an expression: a number, a name, text in quotes, or a sign. */
export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
}

/** Longest expression, in characters. Those of the gateway's editor have a hundred for each tier. */
const LENGTH_MAX = 8192;

const BLANK = /[ \t\r\n]*/y;
const WORDS: readonly (readonly [Token['kind'], RegExp])[] = [
  [
    'number',
    /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y,
  ],
  ['name', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['text', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/y],
  ['sign', /\*\*|&&|\|\||==|!=|<=|>=|[-+*/()!<>?:,]/y],
];

/** Where a sticky pattern that begins at some place ends; `undefined` where it does not begin there. */
function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

function wordAt(source: string, at: number): Token {
  for (const [kind, pattern] of WORDS) {
    const end = endOf(pattern, source, at);
    if (end !== undefined) return { kind, text: source.slice(at, end) };
  }
  throw new ExpressionProblem('A character that begins no word.');
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
    const start = endOf(BLANK, source, at) ?? at;
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
