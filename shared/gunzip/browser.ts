import { CORRUPT, Inflater } from './inflater.ts';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

const FLAG = { headSum: 2, extra: 4, name: 8, comment: 16 } as const;

/** Goes over the head of a gzip file (RFC 1952). */
function passHead(input: Inflater): true {
  const [first, second, method, flags] = [input.bits(8), input.bits(8), input.bits(8), input.bits(8)];
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new Error(CORRUPT);
  const skip = (bytes: number): void => {
    for (let at = 0; at < bytes; at++) input.bits(8);
  };
  // Its time, how it was packed, and on which system.
  skip(6);
  if (flags & FLAG.extra) skip(input.bits(16));
  for (const flag of [FLAG.name, FLAG.comment]) if (flags & flag) while (input.bits(8) !== 0);
  if (flags & FLAG.headSum) skip(2);
  return true;
}

const CUT_OFF = 'The gzip data is cut off.';

/** Reads one gzip file after the other. */
class Gunzip {
  #state: 'head' | 'data' | 'tail' | 'padding' = 'head';
  #isBetween = false;
  #sum = -1;
  #length = 0;
  readonly #input: Inflater;

  constructor(tell: (bytes: Uint8Array) => void) {
    this.#input = new Inflater((bytes) => {
      let sum = this.#sum;
      for (let at = 0; at < bytes.length; at++)
        sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ (bytes[at] as number)) & 0xff] as number);
      this.#sum = sum;
      this.#length = (this.#length + bytes.length) | 0;
      tell(bytes);
    });
  }

  #head(): boolean {
    const input = this.#input;
    // Zeros fill up a block of a tape; anything else is another file.
    if (this.#isBetween && input.next === 0) this.#state = 'padding';
    else if (input.whole(() => passHead(input))) {
      this.#state = 'data';
      [this.#sum, this.#length] = [-1, 0];
      return true;
    }
    return false;
  }

  #tail(): boolean {
    const input = this.#input;
    const word = (): number => input.bits(16) | (input.bits(16) << 16);
    const end = input.whole(() => [word(), word()]);
    if (end === undefined) return false;
    if (end[0] !== ~this.#sum || end[1] !== this.#length) throw new Error(CORRUPT);
    [this.#state, this.#isBetween] = ['head', true];
    return true;
  }

  /** @returns whether what is at hand may go further */
  #step(): boolean {
    if (this.#state === 'head') return this.#head();
    if (this.#state === 'tail') return this.#tail();
    if (this.#state === 'padding' || !this.#input.inflate()) return false;
    this.#state = 'tail';
    return true;
  }

  add(chunk: Uint8Array): void {
    if (this.#state === 'padding') return;
    this.#input.add(chunk);
    while (this.#step());
  }

  end(): void {
    const isEnded = this.#state === 'head' && this.#isBetween && this.#input.next === undefined;
    if (this.#state !== 'padding' && !isEnded) throw new Error(CUT_OFF);
  }
}

/** Unpacks gzip, also several gzip files joined into one: a browser's own unpacker fails at the second of them. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  let gunzip: Gunzip;
  return new TransformStream({
    start(controller) {
      gunzip = new Gunzip((bytes) => controller.enqueue(bytes));
    },
    transform(chunk) {
      gunzip.add(chunk);
    },
    flush() {
      gunzip.end();
    },
  });
}
