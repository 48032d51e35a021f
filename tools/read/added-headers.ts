import { Problem } from '../problem.ts';
import { words } from './words.ts';

const HEADERS_MAX = 20;
/** Matches a name of a header: a token of RFC 9110. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
/** Matches a value of a header: visible ASCII characters, with spaces between them. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Headers of the connection itself, and of the credential, which has its own environment variable. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'host', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'accept-encoding', 'expect', 'range'],
]);

/**
 * Parses the headers given as `--header 'Name: value'`, and returns the values by name. Throws a Problem, without the
 * value, for an invalid, reserved or repeated header.
 */
export function parseHeaders(options: readonly string[]): Readonly<Record<string, string>> {
  if (options.length > HEADERS_MAX) throw new Problem(words.tooManyHeaders(HEADERS_MAX));
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const text of options) {
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
