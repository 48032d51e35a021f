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

function wordAt(source: string, at: number): Token {
  for (const [kind, pattern] of WORDS) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text };
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
    BLANK.lastIndex = at;
    const start = at + (BLANK.exec(source)?.[0].length ?? 0);
    if (start === source.length) return [...tokens, { kind: 'end', text: '' }];
    const token = wordAt(source, start);
    // `2p` is no product, and `1..2` no two numbers.
    if (start === at && last?.kind === 'number' && token.kind !== 'sign')
      throw new ExpressionProblem('A number that runs into the next word.');
    tokens.push(token);
    last = token;
    at = start + token.text.length;
  }
}
