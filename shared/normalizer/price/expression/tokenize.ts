import { ExpressionProblem } from './expression-values.ts';

/** Longest expression, in characters. The gateway's editor writes about a hundred for each tier. */
const LENGTH_MAX = 8192;

/** Blanks, a name, a number, a sign or a quoted text. Letters after a number are part of it, which makes it invalid. */
const TOKEN =
  /[ \t\r\n]+|[A-Za-z_]\w*|0[xXbBoO]\w+|\.?\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\*\*|&&|\|\||[=!<>]=|[-+*/<>!?:(),]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/gy;
/** Code of the space, the last of the blank characters. */
const SPACE = 32;

/** Splits a price expression into tokens, with an empty one at its end. Throws an `ExpressionProblem`. */
export function tokenize(source: string): string[] {
  if (source.length > LENGTH_MAX) throw new ExpressionProblem('Too long.');
  const tokens: string[] = [];
  let length = 0;
  for (const token of source.match(TOKEN) ?? []) {
    length += token.length;
    if (token.charCodeAt(0) > SPACE) tokens.push(token);
  }
  if (length < source.length) throw new ExpressionProblem('The expression has an unexpected character.');
  tokens.push('');
  return tokens;
}
