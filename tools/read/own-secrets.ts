import { quotedMessage } from '#shared/normalizer/intake/quoted-message.ts';

const MASK = '***';

/** Shorter ones, and plain numbers, stand in rows by chance: an id, a word. They are masked in messages only. */
const LENGTH_IN_ROWS_MIN = 8;
/** The value of an added header that is shorter is a user's id, or a word like it. */
const HEADER_LENGTH_MIN = 4;

const inText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** How a secret reads where it is quoted: as it is, in JSON within a text, there once more, and in an address. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  inText(secret),
  inText(inText(secret)),
  encodeURIComponent(secret),
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** Finds any of the secrets, the longest first; host names lose their case. `undefined` where there is none. */
function patternOf(secrets: readonly string[]): RegExp | undefined {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length);
  return forms.length === 0 ? undefined : new RegExp(forms.map(escaped).join('|'), 'gi');
}

/**
 * What this reading sends to the gateway and no one may read: the credential and the values of added headers. A
 * gateway that quotes one of them, in a message, an address or a row, is never repeated with it.
 */
export class OwnSecrets {
  readonly #inMessages: RegExp | undefined;
  readonly #inRows: RegExp | undefined;

  constructor(credential: string, headers: readonly string[]) {
    const secrets = [credential, ...headers.filter((value) => value.length >= HEADER_LENGTH_MIN)];
    // Of `Basic …` a gateway may quote the second word alone.
    const all = secrets.flatMap((secret) => [secret, ...secret.split(' ')]);
    this.#inMessages = patternOf(all);
    this.#inRows = patternOf(
      all.filter((secret) => secret.length >= LENGTH_IN_ROWS_MIN && !/^\d+$/.test(secret)),
    );
  }

  /** Words of the gateway as a sentence may repeat them: without own secrets, short, and nothing that acts. */
  quoted(message: string): string {
    // Masked before it is cut: half a credential would match nothing.
    return quotedMessage(this.#inMessages ? message.replace(this.#inMessages, MASK) : message);
  }

  /** Whether the text of a reply quotes one of them. */
  in(text: string): boolean {
    return this.#inRows !== undefined && text.search(this.#inRows) >= 0;
  }

  /** A parsed reply without them. Its depth is bounded. */
  masked(value: unknown): unknown {
    if (this.#inRows === undefined) return value;
    if (typeof value === 'string') return value.replace(this.#inRows, MASK);
    if (Array.isArray(value)) return value.map((item) => this.masked(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.masked(key) as string, this.masked(item)]),
    );
  }
}
