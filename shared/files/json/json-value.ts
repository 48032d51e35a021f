/** Bytes with a meaning in JSON. */
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

/** Whether a byte is JSON white space. */
export const isWhitespace = (byte: number): boolean =>
  byte === 0x20 || byte === Byte.newline || byte === 0x0d || byte === 0x09;
/** Whether a byte ends a number, `true`, `false` or `null`. */
const endsScalar = (byte: number): boolean =>
  isWhitespace(byte) || byte === Byte.comma || byte === Byte.closeArray || byte === Byte.closeObject;

/** Meaning of a byte outside strings. */
const Meaning = { nothing: 0, quote: 1, open: 2, close: 3, newline: 4 } as const;
const MEANINGS = new Uint8Array(256);
MEANINGS[Byte.quote] = Meaning.quote;
MEANINGS[Byte.openArray] = MEANINGS[Byte.openObject] = Meaning.open;
MEANINGS[Byte.closeArray] = MEANINGS[Byte.closeObject] = Meaning.close;
MEANINGS[Byte.newline] = Meaning.newline;

/** Bytes that matter inside a string. JSON forbids a raw line break there, so it shows a string that is not closed. */
const ENDS_STRING = new Uint8Array(256);
ENDS_STRING[Byte.quote] = ENDS_STRING[Byte.backslash] = ENDS_STRING[Byte.newline] = 1;

/** State of a scan: the value has ended, contains a forbidden line break, or continues in the next chunk. */
type ScanState = 'ended' | 'broken' | 'more';

/** Finds the end of one JSON value across chunks. It does not validate the value. */
export class JsonValueScanner {
  deepest = 0;
  /** Position of the next byte to scan. */
  at = 0;
  readonly #isJsonLines: boolean;
  #depth = 0;
  #inString = false;

  /** @param isJsonLines whether a value must end on its line */
  constructor(isJsonLines: boolean) {
    this.#isJsonLines = isJsonLines;
  }

  /** Starts a value whose first byte `byte` is at position `at`. */
  begin(byte: number, at: number): void {
    this.at = at + 1;
    this.#inString = byte === Byte.quote;
    this.#depth = MEANINGS[byte] === Meaning.open ? 1 : 0;
    this.deepest = this.#depth;
  }

  /** Whether the value is a number, `true`, `false` or `null`. Such a value ends before the next separator. */
  get isScalar(): boolean {
    return this.#depth === 0 && !this.#inString;
  }

  /** Scans up to the end of the value or to position `length`. A value is `broken` at a forbidden line break. */
  scan(bytes: Uint8Array, length: number): ScanState {
    return this.isScalar ? this.#scanScalar(bytes, length) : this.#scanStructure(bytes, length);
  }

  #scanScalar(bytes: Uint8Array, length: number): ScanState {
    while (this.at < length && !endsScalar(bytes[this.at] as number)) this.at++;
    return this.at < length ? 'ended' : 'more';
  }

  /** Scans a string, an array or an object. */
  #scanStructure(bytes: Uint8Array, length: number): ScanState {
    let [at, depth, inString] = [this.at, this.#depth, this.#inString];
    let state: ScanState = 'more';
    while (at < length) {
      const byte = bytes[at++] as number;
      if (inString) {
        if (ENDS_STRING[byte] === 0) continue;
        if (byte === Byte.backslash) {
          at++;
          continue;
        }
        inString = false;
        if (depth > 0 && byte === Byte.quote) continue;
      }
      const meaning = MEANINGS[byte];
      if (meaning === Meaning.nothing) continue;
      if (meaning === Meaning.newline) {
        if (!this.#isJsonLines && depth > 0) continue;
        state = 'broken';
        break;
      }
      if (meaning === Meaning.open) {
        depth++;
        if (depth > this.deepest) this.deepest = depth;
      } else if (meaning === Meaning.quote && depth > 0) inString = true;
      else {
        if (meaning === Meaning.close) depth--;
        if (depth > 0) continue;
        state = 'ended';
        break;
      }
    }
    [this.at, this.#depth, this.#inString] = [at, depth, inString];
    return state;
  }
}
