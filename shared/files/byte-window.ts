const FIRST_CAPACITY = 64 * 1024;

/**
 * Window over the bytes of a file for a streaming parser: the unfinished row of earlier chunks and the last chunk. The
 * window starts at byte `offset` of the file; only the first `length` bytes of `bytes` are valid.
 */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  offset: number;
  /** Buffer that may be written to; `bytes` may be a chunk of the caller instead. */
  #buffer: Uint8Array | undefined;

  constructor(offset: number) {
    this.offset = offset;
  }

  /** Appends a chunk and drops all bytes before position `start` of the window. */
  append(chunk: Uint8Array, start: number): void {
    const remaining = this.length - start;
    this.offset += start;
    if (remaining === 0) {
      this.bytes = chunk;
      this.length = chunk.length;
      return;
    }
    const needed = remaining + chunk.length;
    const fits = this.#buffer !== undefined && this.#buffer.length >= needed;
    // Double the capacity, so that a long row is not copied again for each of its chunks.
    const target = fits ? (this.#buffer as Uint8Array) : new Uint8Array(Math.max(FIRST_CAPACITY, 2 * needed));
    if (target !== this.bytes || start > 0) target.set(this.bytes.subarray(start, this.length));
    target.set(chunk, remaining);
    this.#buffer = target;
    this.bytes = target;
    this.length = needed;
  }
}
