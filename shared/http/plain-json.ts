/** Keys through which naive code would reach a prototype: middy's parser looks for them, and refuses the body. */
const FORBIDDEN_KEYS = ['"__proto__"', '"constructor"'];
/** A letter of such a key, or `_`, written as an escape. No writer of JSON escapes them. */
const ESCAPED_LETTER = /\\u00(?:5f|6|7)/i;

/**
 * Whether a JSON text may have a key that middy's parser refuses. Where it cannot, the parser's look at each key,
 * which takes five times as long as the parsing, finds nothing.
 */
export const maySpellForbiddenKey = (json: string): boolean =>
  FORBIDDEN_KEYS.some((key) => json.includes(key)) || (json.includes('\\u00') && ESCAPED_LETTER.test(json));

/** The value of a JSON text; undefined, which no text has for a value, if it is none. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
