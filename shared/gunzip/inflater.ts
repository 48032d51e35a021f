import { type Huffman, huffman } from './huffman.ts';

/** Copies reach so far back. */
const WINDOW_BYTES = 32 * 1024;
const OUTPUT_BYTES = 4 * WINDOW_BYTES;
/** The longest copy. */
const COPY_MAX = 258;
/** A symbol with its copy takes fewer; and so many follow the last one, as a sum and a length. */
const SYMBOL_BYTES_MAX = 8;
const BLOCK_END = 256;

/** Of the symbols for lengths and distances: how many bits follow, and what they count from. */
function ranges(first: number, extra: readonly number[]): { base: number[]; extra: readonly number[] } {
  const base: number[] = [];
  let from = first;
  for (const bits of extra) {
    base.push(from);
    from += 1 << bits;
  }
  return { base, extra };
}
const LENGTHS = ranges(
  3,
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
);
// The last one is for the longest copy alone.
LENGTHS.base[28] = COPY_MAX;
const DISTANCES = ranges(1, [0, 0, 0, 0, ...Array.from({ length: 26 }, (_, i) => 1 + (i >> 1))]);
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const fixedLengths = (symbol: number): number => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
const FIXED = {
  literals: huffman(Uint8Array.from({ length: 288 }, (_, symbol) => fixedLengths(symbol))),
  distances: huffman(new Uint8Array(30).fill(5)),
};

export const CORRUPT = 'The gzip data is damaged.';
/** Thrown where the bytes at hand end within what is read at once. */
const SHORT = Symbol('short');

/** Unpacks DEFLATE (RFC 1951) as its bytes come in. */
export class Inflater {
  #bytes = new Uint8Array(0);
  #at = 0;
  #hold = 0;
  #held = 0;
  #output = new Uint8Array(OUTPUT_BYTES);
  #used = 0;
  /** What of the output has been handed on. */
  #told = 0;
  #isLast = false;
  /** Of the block that is being read: its codes, or how many stored bytes are left. */
  #codes: { readonly literals: Huffman; readonly distances: Huffman } | undefined;
  #stored = 0;
  readonly #tell: (bytes: Uint8Array) => void;

  constructor(tell: (bytes: Uint8Array) => void) {
    this.#tell = tell;
  }

  add(chunk: Uint8Array): void {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = new Uint8Array(rest.length + chunk.length);
    this.#bytes.set(rest);
    this.#bytes.set(chunk, rest.length);
    this.#at = 0;
  }

  /** The next byte, between blocks; `undefined` where none is at hand. */
  get next(): number | undefined {
    return this.#bytes[this.#at];
  }

  /** Reads what is wanted at once, or nothing of it. @returns `undefined` where bytes are missing */
  whole<T>(read: () => T): T | undefined {
    const [at, hold, held] = [this.#at, this.#hold, this.#held];
    try {
      return read();
    } catch (error) {
      if (error !== SHORT) throw error;
      [this.#at, this.#hold, this.#held] = [at, hold, held];
      return undefined;
    }
  }

  bits(count: number): number {
    while (this.#held < count) {
      if (this.#at === this.#bytes.length) throw SHORT;
      this.#hold |= (this.#bytes[this.#at++] as number) << this.#held;
      this.#held += 8;
    }
    const value = this.#hold & ((1 << count) - 1);
    this.#hold >>>= count;
    this.#held -= count;
    return value;
  }

  /** Whole bytes follow; bits before them are nobody's. */
  align(): void {
    this.#at -= this.#held >> 3;
    [this.#hold, this.#held] = [0, 0];
  }

  #symbol({ table, bits }: Huffman): number {
    while (this.#held < bits) {
      if (this.#at === this.#bytes.length) throw SHORT;
      this.#hold |= (this.#bytes[this.#at++] as number) << this.#held;
      this.#held += 8;
    }
    const found = table[this.#hold & ((1 << bits) - 1)] as number;
    const length = found & 15;
    if (length === 0) throw new Error(CORRUPT);
    this.#hold >>>= length;
    this.#held -= length;
    return found >> 4;
  }

  /** Hands on what has been unpacked, and keeps what copies may reach. */
  #flush(): void {
    if (this.#used > this.#told) this.#tell(this.#output.slice(this.#told, this.#used));
    this.#told = this.#used;
    if (this.#used < OUTPUT_BYTES - WINDOW_BYTES) return;
    this.#output.copyWithin(0, this.#used - WINDOW_BYTES, this.#used);
    this.#used = this.#told = WINDOW_BYTES;
  }

  #begin(): true {
    this.#isLast = this.bits(1) === 1;
    const kind = this.bits(2);
    if (kind === 0) {
      this.align();
      const length = this.bits(16);
      if (this.bits(16) !== (~length & 0xffff)) throw new Error(CORRUPT);
      this.#stored = length;
    } else {
      const { literals, distances } = kind === 1 ? FIXED : kind === 2 ? this.#ownCodes() : {};
      if (!literals || !distances) throw new Error(CORRUPT);
      this.#codes = { literals, distances };
    }
    return true;
  }

  #ownCodes(): { literals: Huffman | undefined; distances: Huffman | undefined } {
    const [literals, distances, named] = [this.bits(5) + 257, this.bits(5) + 1, this.bits(4) + 4];
    const own = new Uint8Array(ORDER.length);
    for (const place of ORDER.slice(0, named)) own[place] = this.bits(3);
    const code = huffman(own);
    if (!code || code.bits === 0) throw new Error(CORRUPT);
    const lengths = new Uint8Array(literals + distances);
    for (let at = 0; at < lengths.length; ) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths[at++] = symbol;
        continue;
      }
      const repeated = symbol === 16 ? lengths[at - 1] : 0;
      const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
      if (repeated === undefined || at + times > lengths.length) throw new Error(CORRUPT);
      lengths.fill(repeated, at, at + times);
      at += times;
    }
    return {
      literals: huffman(lengths.subarray(0, literals)),
      distances: huffman(lengths.subarray(literals)),
    };
  }

  #copyStored(): boolean {
    while (this.#stored > 0) {
      if (this.#used > OUTPUT_BYTES - WINDOW_BYTES) this.#flush();
      const count = Math.min(this.#stored, this.#bytes.length - this.#at, OUTPUT_BYTES - this.#used);
      if (count === 0) return false;
      this.#output.set(this.#bytes.subarray(this.#at, this.#at + count), this.#used);
      this.#at += count;
      this.#used += count;
      this.#stored -= count;
    }
    return true;
  }

  #copy(length: number, distance: number): void {
    const from = this.#used - distance;
    if (from < 0) throw new Error(CORRUPT);
    const output = this.#output;
    // Byte by byte: a copy may reach into itself.
    for (let at = 0; at < length; at++) output[this.#used + at] = output[from + at] as number;
    this.#used += length;
  }

  /** @returns whether the block has ended; `false` where bytes are missing */
  #decode({ literals, distances }: { literals: Huffman; distances: Huffman }): boolean {
    while (this.#bytes.length - this.#at + (this.#held >> 3) >= SYMBOL_BYTES_MAX) {
      if (this.#used > OUTPUT_BYTES - WINDOW_BYTES) this.#flush();
      const symbol = this.#symbol(literals);
      if (symbol < BLOCK_END) {
        this.#output[this.#used++] = symbol;
        continue;
      }
      if (symbol === BLOCK_END) return true;
      const [far, place] = [LENGTHS.extra[symbol - BLOCK_END - 1], LENGTHS.base[symbol - BLOCK_END - 1]];
      if (far === undefined || place === undefined) throw new Error(CORRUPT);
      const length = place + this.bits(far);
      const back = this.#symbol(distances);
      this.#copy(length, (DISTANCES.base[back] ?? OUTPUT_BYTES) + this.bits(DISTANCES.extra[back] ?? 0));
    }
    return false;
  }

  /** Unpacks as far as the bytes at hand go. @returns whether the data has ended */
  inflate(): boolean {
    for (;;) {
      const isInBlock = this.#codes !== undefined || this.#stored > 0;
      if (!isInBlock && this.whole(() => this.#begin()) === undefined) break;
      const isDone = this.#codes === undefined ? this.#copyStored() : this.#decode(this.#codes);
      if (!isDone) break;
      this.#codes = undefined;
      if (!this.#isLast) continue;
      this.#flush();
      this.align();
      [this.#isLast, this.#used, this.#told] = [false, 0, 0];
      return true;
    }
    this.#flush();
    return false;
  }
}
