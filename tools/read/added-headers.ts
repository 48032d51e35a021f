import { Problem } from '../problem.ts';
import { words } from './words.ts';

const HEADERS_MAX = 20;
/** RFC 9110: a token. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
/** Visible characters and blanks between them. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** What the connection itself is made of, and the credential, which has a variable of its own. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'host', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'accept-encoding', 'expect', 'range'],
]);

/**
 * Headers of `--header 'Name: value'`, by name. Their values are sent to the gateway and told to nobody.
 * @throws Problem for the first one that is none; it never repeats what was given
 */
export function addedHeaders(given: readonly string[]): Readonly<Record<string, string>> {
  if (given.length > HEADERS_MAX) throw new Problem(words.tooManyHeaders(HEADERS_MAX));
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const text of given) {
    const at = text.indexOf(':');
    const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at < 1 || !NAME.test(name) || !VALUE.test(value)) throw new Problem(words.badHeader);
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) throw new Problem(words.reservedHeader(lower));
    if (headers.has(lower)) throw new Problem(words.headerTwice);
    headers.set(lower, [name, value]);
  }
  return Object.fromEntries(headers.values());
}
