import { maskMessage } from '#shared/normalizer/intake/mask-message.ts';

const MASK = '***';

/** Shorter secrets, and short numbers, also occur in rows by chance (ids, words). They are masked in messages only. */
const LENGTH_IN_ROWS_MIN = 8;
const SHORT_NUMBER = /^\d{1,15}$/;
/** The value of an added header that is shorter is a user's id, or a word like it. */
const HEADER_LENGTH_MIN = 4;

/** Builds a pattern for a character as nested JSON and addresses write it: `/`, `\/`, `\u002f`, `%2F`, `%252F`. */
function buildCharacterPattern(character: string): string {
  const codes = [character.toLowerCase(), character.toUpperCase()].map((letter) =>
    letter.charCodeAt(0).toString(16).padStart(2, '0'),
  );
  const code = `(?:${codes.join('|')})`;
  return String.raw`(?:\\{0,15}(?:\x${codes[0]}|u00${code})|%(?:25){0,3}${code})`;
}

/** Builds a pattern that matches each secret in any letter case, the longest first. (Host names lose their case.) */
function buildSecretPattern(secrets: readonly string[]): RegExp | undefined {
  // Drop backslashes of the secrets: the pattern of each character allows backslashes before it.
  const patterns = [...new Set(secrets.map((secret) => secret.replaceAll('\\', '')))]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map((secret) => [...secret].map(buildCharacterPattern).join(''));
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi');
}

/** Replaces the credential and the values of added headers in replies by `***`, because a gateway may repeat them. */
export class SecretMask {
  readonly #inMessages: RegExp | undefined;
  readonly #inRows: RegExp | undefined;

  /** @param headers values of the added headers */
  constructor(credential: string, headers: readonly string[]) {
    const secrets = [credential, ...headers.filter((value) => value.length >= HEADER_LENGTH_MIN)];
    // Mask each word as well, because a gateway may repeat only the second word of `Basic …`.
    const all = secrets.flatMap((secret) => [secret, ...secret.split(' ')]);
    this.#inMessages = buildSecretPattern(all);
    this.#inRows = buildSecretPattern(
      all.filter((secret) => secret.length >= LENGTH_IN_ROWS_MIN && !SHORT_NUMBER.test(secret)),
    );
  }

  /** Masks secrets in a message of the gateway, removes control characters and shortens it. */
  maskMessage(message: string): string {
    // Mask before shortening: half a credential would not be found.
    return maskMessage(this.#inMessages ? message.replace(this.#inMessages, MASK) : message);
  }

  /** Masks secrets in all strings and keys of a parsed reply. The caller must have refused deeply nested replies. */
  maskReply(value: unknown): unknown {
    if (this.#inRows === undefined) return value;
    if (typeof value === 'string') return value.replace(this.#inRows, MASK);
    if (Array.isArray(value)) return value.map((item) => this.maskReply(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.maskReply(key) as string, this.maskReply(item)]),
    );
  }
}
