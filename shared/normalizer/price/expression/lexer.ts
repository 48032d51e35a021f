import { ExpressionProblem } from './expression-problem.ts';
import { END, type Token, tokenOf, WORDS } from './words.ts';

/** Longest expression, in characters. Those of the gateway's editor have a hundred for each tier. */
const LENGTH_MAX = 8192;

const NUMBER =
  /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/y;
/** What a sign of two characters ends with. */
const SECONDS = '*&|=';

type Kind = 'blank' | 'digit' | 'point' | 'letter' | 'quote';
const KINDS: readonly (readonly [Kind, string])[] = [
  ['blank', ' \t\r\n'],
  ['digit', '0123456789'],
  ['point', '.'],
  ['letter', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'],
  ['quote', '"\'`'],
];
/** Kinds of characters by their codes; all others begin a sign, or no word. */
const kinds: (Kind | undefined)[] = Array.from({ length: 0x80 });
for (const [kind, letters] of KINDS) for (const letter of letters) kinds[letter.charCodeAt(0)] = kind;
const kindAt = (source: string, at: number): Kind | undefined => kinds[source.charCodeAt(at)];

/** Where a sticky pattern that begins at some place ends. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(source)) throw new ExpressionProblem('A character that begins no word.');
  return pattern.lastIndex;
}

/** Most numbers are a few digits, which take a tenth of the time. */
function endOfNumber(source: string, at: number): number {
  let end = at;
  while (kindAt(source, end) === 'digit') end++;
  const next = kindAt(source, end);
  return end === at || next === 'point' || next === 'letter' ? endOf(NUMBER, source, at) : end;
}

function endOfName(source: string, at: number): number {
  let end = at + 1;
  for (let kind = kindAt(source, end); kind === 'letter' || kind === 'digit'; kind = kindAt(source, end))
    end++;
  return end;
}

function signAt(source: string, at: number): Token {
  const second = source.charAt(at + 1);
  const double = second !== '' && SECONDS.includes(second) ? WORDS.get(source.slice(at, at + 2)) : undefined;
  const sign = double ?? WORDS.get(source.charAt(at));
  if (sign === undefined) throw new ExpressionProblem('A character that begins no word.');
  return sign;
}

function wordAt(source: string, at: number): Token {
  switch (kindAt(source, at)) {
    case 'letter': {
      const name = source.slice(at, endOfName(source, at));
      return WORDS.get(name) ?? tokenOf('name', name);
    }
    case 'digit':
    case 'point':
      return tokenOf('number', source.slice(at, endOfNumber(source, at)));
    case 'quote':
      return tokenOf('text', source.slice(at, endOf(TEXT, source, at)));
    default:
      return signAt(source, at);
  }
}

/**
 * The words of an expression, an end behind them.
 * @throws ExpressionProblem
 */
export function tokensOf(source: string): Token[] {
  if (source.length > LENGTH_MAX) throw new ExpressionProblem('Too long.');
  const tokens: Token[] = [];
  let wasNumber = false;
  for (let at = 0; ; ) {
    const start = at;
    while (kindAt(source, at) === 'blank') at++;
    if (at === source.length) {
      tokens.push(END);
      return tokens;
    }
    const token = wordAt(source, at);
    // `2p` is no product, and `1..2` no two numbers.
    if (wasNumber && start === at && token.kind !== 'sign')
      throw new ExpressionProblem('A number that runs into the next word.');
    tokens.push(token);
    wasNumber = token.kind === 'number';
    at += token.text.length;
  }
}
