/** Bytes that structure a text. */
export const Byte = {
  newline: 0x0a,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

export const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === Byte.newline || byte === 0x0d || byte === 0x09;
/** Ends a number or a word. */
const endsScalar = (byte: number): boolean =>
  isBlank(byte) || byte === Byte.comma || byte === Byte.closeArray || byte === Byte.closeObject;

/** What a byte outside of text means for a value. */
const Means = { nothing: 0, quote: 1, open: 2, close: 3, newline: 4 } as const;
const MEANING = new Uint8Array(256);
MEANING[Byte.quote] = Means.quote;
MEANING[Byte.openArray] = MEANING[Byte.openObject] = Means.open;
MEANING[Byte.closeArray] = MEANING[Byte.closeObject] = Means.close;
MEANING[Byte.newline] = Means.newline;

/** What a byte within text means. A raw line break cannot stand there: the text before it was never closed. */
const ENDS_TEXT = new Uint8Array(256);
ENDS_TEXT[Byte.quote] = ENDS_TEXT[Byte.backslash] = ENDS_TEXT[Byte.newline] = 1;

/** What passing over bytes of a value came to: its end, a line break that it cannot hold, or neither yet. */
type Passed = 'ended' | 'broken' | 'more';

/** Passes over one JSON value, in as many pieces as it comes in. It looks for its end and checks nothing else. */
export class JsonValue {
  /** Levels of arrays and objects, at most. */
  deepest = 0;
  /** The first byte that was not looked at. */
  at = 0;
  readonly #lines: boolean;
  #depth = 0;
  #inText = false;

  /** @param lines no value goes beyond its line */
  constructor(lines: boolean) {
    this.#lines = lines;
  }

  begin(byte: number, at: number): void {
    this.at = at + 1;
    this.#inText = byte === Byte.quote;
    this.#depth = MEANING[byte] === Means.open ? 1 : 0;
    this.deepest = this.#depth;
  }

  /** A number or a word, which has no end of its own. */
  get isScalar(): boolean {
    return this.#depth === 0 && !this.#inText;
  }

  pass(bytes: Uint8Array, length: number): Passed {
    return this.isScalar ? this.#passScalar(bytes, length) : this.#passStructure(bytes, length);
  }

  #passScalar(bytes: Uint8Array, length: number): Passed {
    while (this.at < length && !endsScalar(bytes[this.at] as number)) this.at++;
    return this.at < length ? 'ended' : 'more';
  }

  /** The loop that sees every byte of a file once. */
  #passStructure(bytes: Uint8Array, length: number): Passed {
    let [at, depth, inText] = [this.at, this.#depth, this.#inText];
    let passed: Passed = 'more';
    while (at < length) {
      const byte = bytes[at++] as number;
      if (inText) {
        if (ENDS_TEXT[byte] === 0) continue;
        if (byte === Byte.backslash) {
          at++;
          continue;
        }
        inText = false;
        if (depth > 0 && byte === Byte.quote) continue;
      }
      const meaning = MEANING[byte];
      if (meaning === Means.nothing) continue;
      if (meaning === Means.newline) {
        if (!this.#lines && depth > 0) continue;
        passed = 'broken';
        break;
      }
      if (meaning === Means.open) {
        depth++;
        if (depth > this.deepest) this.deepest = depth;
      } else if (meaning === Means.quote && depth > 0) inText = true;
      else {
        if (meaning === Means.close) depth--;
        if (depth > 0) continue;
        passed = 'ended';
        break;
      }
    }
    [this.at, this.#depth, this.#inText] = [at, depth, inText];
    return passed;
  }
}
