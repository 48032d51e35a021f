const FIRST_CAPACITY = 64 * 1024;

/**
 * The bytes of a file that a scanner still needs: usually the chunk that came last, and before it what was left of
 * the others. Positions count from the start of the window; `offset` says where that is in the file.
 */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  offset: number;
  #own: Uint8Array | undefined;

  constructor(offset: number) {
    this.offset = offset;
  }

  /** Adds a chunk, and drops everything before position `keep`. */
  append(chunk: Uint8Array, keep: number): void {
    const kept = this.length - keep;
    this.offset += keep;
    if (kept === 0) {
      this.bytes = chunk;
      this.length = chunk.length;
      return;
    }
    const needed = kept + chunk.length;
    const fits = this.#own !== undefined && this.#own.length >= needed;
    // Doubled, so that a long row that arrives in many chunks is not copied for each of them.
    const target = fits ? (this.#own as Uint8Array) : new Uint8Array(Math.max(FIRST_CAPACITY, 2 * needed));
    if (target !== this.bytes || keep > 0) target.set(this.bytes.subarray(keep, this.length));
    target.set(chunk, kept);
    this.#own = target;
    this.bytes = target;
    this.length = needed;
  }
}
