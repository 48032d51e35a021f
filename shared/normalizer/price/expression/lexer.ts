import { constantNode } from './expression-node.ts';
import { ExpressionProblem } from './expression-problem.ts';
import { END_TOKEN, KNOWN_TOKENS, plainToken, type Token } from './known-tokens.ts';

/** Longest expression, in characters. The gateway's editor writes about a hundred for each tier. */
const LENGTH_MAX = 8192;

const NUMBER =
  /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/y;
/** Second characters of signs with two characters. */
const SECOND_CHARACTERS: ReadonlySet<number> = new Set(Array.from('*&|=', (sign) => sign.charCodeAt(0)));

const SPACE = 1;
const DIGIT = 2;
const POINT = 3;
const LETTER = 4;
const QUOTE = 5;
const CHARACTERS_BY_KIND: readonly (readonly [number, string])[] = [
  [SPACE, ' \t\r\n'],
  [DIGIT, '0123456789'],
  [POINT, '.'],
  [LETTER, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'],
  [QUOTE, '"\'`'],
];
/** Kinds of characters by code; 0 for signs and all others. Numbers compare faster than texts. */
const characterKinds = new Uint8Array(0x80);
for (const [kind, letters] of CHARACTERS_BY_KIND)
  for (const letter of letters) characterKinds[letter.charCodeAt(0)] = kind;
/** Returns the code of a character, and 0 behind the end: an index that is not a number would be slow. */
const codeAt = (source: string, at: number): number => (at < source.length ? source.charCodeAt(at) : 0);
const kindAt = (source: string, at: number): number | undefined => characterKinds[codeAt(source, at)];
/** Tokens of one character, by its code. Most tokens are, so they are created once. */
const singleCharacterTokens: (Token | undefined)[] = Array.from(characterKinds, (kind, code) => {
  const text = String.fromCharCode(code);
  if (kind === DIGIT) return plainToken('number', text, constantNode(Number(text)));
  return KNOWN_TOKENS.get(text) ?? (kind === LETTER ? plainToken('name', text) : undefined);
});

/**
 * Returns the end of a sticky pattern's match.
 * @throws ExpressionProblem if it does not match
 */
function matchEnd(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(source)) throw new ExpressionProblem('The expression has an unexpected character.');
  return pattern.lastIndex;
}

/** Returns the end of a number. Plain digits take a tenth of the time of the pattern. */
function endOfNumber(source: string, at: number): number {
  let end = at;
  while (kindAt(source, end) === DIGIT) end++;
  const next = kindAt(source, end);
  return end === at || next === POINT || next === LETTER ? matchEnd(NUMBER, source, at) : end;
}

function endOfName(source: string, at: number): number {
  let end = at + 1;
  for (let kind = kindAt(source, end); kind === LETTER || kind === DIGIT; kind = kindAt(source, end)) end++;
  return end;
}

function readSign(source: string, at: number): Token {
  const second = codeAt(source, at + 1);
  const double = SECOND_CHARACTERS.has(second) ? KNOWN_TOKENS.get(source.slice(at, at + 2)) : undefined;
  const sign = double ?? singleCharacterTokens[source.charCodeAt(at)];
  if (sign === undefined) throw new ExpressionProblem('The expression has an unexpected character.');
  return sign;
}

/** Creates the token of a name or number. */
function makeToken(kind: 'name' | 'number', source: string, at: number, end: number): Token {
  const single = end === at + 1 ? singleCharacterTokens[source.charCodeAt(at)] : undefined;
  if (single !== undefined) return single;
  const text = source.slice(at, end);
  return (kind === 'name' ? KNOWN_TOKENS.get(text) : undefined) ?? plainToken(kind, text);
}

function readToken(source: string, at: number): Token {
  switch (kindAt(source, at)) {
    case LETTER:
      return makeToken('name', source, at, endOfName(source, at));
    case DIGIT:
    case POINT:
      return makeToken('number', source, at, endOfNumber(source, at));
    case QUOTE:
      return plainToken('text', source.slice(at, matchEnd(TEXT, source, at)));
    default:
      return readSign(source, at);
  }
}

/**
 * Splits an expression into tokens, with an end token behind them.
 * @throws ExpressionProblem
 */
export function tokenize(source: string): Token[] {
  if (source.length > LENGTH_MAX) throw new ExpressionProblem('Too long.');
  const tokens: Token[] = [];
  let wasNumber = false;
  for (let at = 0; ; ) {
    const start = at;
    while (kindAt(source, at) === SPACE) at++;
    if (at === source.length) {
      tokens.push(END_TOKEN);
      return tokens;
    }
    const token = readToken(source, at);
    // `2p` is not a product, and `1..2` is not two numbers.
    if (wasNumber && start === at && token.kind !== 'sign')
      throw new ExpressionProblem('A number is followed by text without a space.');
    tokens.push(token);
    wasNumber = token.kind === 'number';
    at += token.text.length;
  }
}
