import httpJsonBodyParser from '@middy/http-json-body-parser';

/** Keys through which naive code would reach a prototype: middy's parser looks for them, and refuses the body. */
const FORBIDDEN_KEYS = ['"__proto__"', '"constructor"'];
/** A letter of such a key, or `_`, written as an escape. No writer of JSON escapes them. */
const ESCAPED_LETTER = /\\u00(?:5f|6|7)/i;

const maySpellForbiddenKey = (json: string): boolean =>
  FORBIDDEN_KEYS.some((key) => json.includes(key)) || (json.includes('\\u00') && ESCAPED_LETTER.test(json));

/** The guard before it knows the media type more strictly: middy's pattern takes `+json`, and no blank before a `;`. */
export const parserOptions = { disableContentTypeCheck: true } as const;
const middyParser = httpJsonBodyParser(parserOptions);

type Request = Parameters<NonNullable<typeof middyParser.before>>[0];

/** The value of a JSON text without forbidden keys; undefined, which no JSON has for a value, for any other text. */
function plainValue(text: string): unknown {
  if (maySpellForbiddenKey(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses the guarded text of a body. Middy's parser asks about each key whether it is forbidden, which takes five times
 * as long as the parsing: it reads what may have one, and refuses what is no JSON; all other text is parsed at once.
 */
export const jsonBody = {
  before(request: Request) {
    const { event } = request;
    const value = plainValue(event.body as string);
    if (value === undefined) return middyParser.before?.(request);
    Object.assign(event, { body: value });
  },
};
