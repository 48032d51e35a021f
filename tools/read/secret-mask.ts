import { maskMessage } from '#shared/normalizer/intake/mask-message.ts';

const MASK = '***';

/** Shorter secrets, and short numbers, also occur in rows by chance (ids, words). They are masked in messages only. */
const LENGTH_IN_ROWS_MIN = 8;
const SHORT_NUMBER = /^\d{1,15}$/;
/** The value of an added header that is shorter is a user's id, or a word like it. */
const HEADER_LENGTH_MIN = 4;

/**
 * A pattern for a character in every form in which JSON within JSON, at any depth, and addresses write it:
 * `/`, `\/`, `\\\/`, `\u002f`, `%2F`, `%252F`.
 */
function buildCharacterPattern(character: string): string {
  const codes = [character.toLowerCase(), character.toUpperCase()].map((letter) =>
    letter.charCodeAt(0).toString(16).padStart(2, '0'),
  );
  const code = `(?:${codes.join('|')})`;
  return String.raw`(?:\\{0,15}(?:\x${codes[0]}|u00${code})|%(?:25){0,3}${code})`;
}

/** Finds each of the secrets, the longest first, in any case, because host names lose theirs. */
function buildSecretPattern(secrets: readonly string[]): RegExp | undefined {
  // Every pattern of a character allows backslashes before it, also those of the secret.
  const patterns = [...new Set(secrets.map((secret) => secret.replaceAll('\\', '')))]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map((secret) => [...secret].map(buildCharacterPattern).join(''));
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi');
}

/**
 * The secrets that this reading sends to the gateway: the credential and the values of added headers. If the gateway
 * repeats one of them, in a message, an address or a row, it is masked before anybody or any file gets it.
 */
export class SecretMask {
  readonly #inMessages: RegExp | undefined;
  readonly #inRows: RegExp | undefined;

  constructor(credential: string, headers: readonly string[]) {
    const secrets = [credential, ...headers.filter((value) => value.length >= HEADER_LENGTH_MIN)];
    // A gateway may repeat only the second word of `Basic …`.
    const all = secrets.flatMap((secret) => [secret, ...secret.split(' ')]);
    this.#inMessages = buildSecretPattern(all);
    this.#inRows = buildSecretPattern(
      all.filter((secret) => secret.length >= LENGTH_IN_ROWS_MIN && !SHORT_NUMBER.test(secret)),
    );
  }

  /** Shortens a message of the gateway, and takes out secrets and control characters. */
  maskMessage(message: string): string {
    // Mask before shortening: half a credential would not be found.
    return maskMessage(this.#inMessages ? message.replace(this.#inMessages, MASK) : message);
  }

  /** Masks the secrets in all strings and keys of a parsed reply, whose depth must be bounded. */
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
