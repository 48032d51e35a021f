import type { Store } from './store.ts';

/** A number below `count` that depends on the key alone (FNV-1a). */
export function bucketOf(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  // The low bits of FNV follow the last characters; numbered keys would crowd some buckets.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % count;
}

/** Characters that wait in memory before they are written. */
const WAITING_MAX = 32 * 1024 * 1024;

/**
 * Writes lines of JSON into numbered buckets of a store. What waits in memory is bounded: each time it is full, every
 * bucket gets one more object. The names depend on the task and on what it writes, so a repeated task writes the
 * same objects again.
 */
export class BucketWriter {
  readonly #store: Store;
  readonly #task: string;
  readonly #waiting = new Map<string, string[]>();
  #characters = 0;
  #flushes = 0;

  constructor(store: Store, task: string) {
    this.#store = store;
    this.#task = task;
  }

  /** @param bucket the prefix of the bucket's objects. Wait for the promise only where one is returned. */
  add(bucket: string, value: unknown): Promise<void> | undefined {
    const line = `${JSON.stringify(value)}\n`;
    const lines = this.#waiting.get(bucket);
    if (lines) lines.push(line);
    else this.#waiting.set(bucket, [line]);
    this.#characters += line.length;
    return this.#characters >= WAITING_MAX ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const flush = this.#flushes++;
    for (const [bucket, lines] of this.#waiting)
      await this.#store.write(`${bucket}/${this.#task}-${flush}.jsonl`, [lines.join('')]);
    this.#waiting.clear();
    this.#characters = 0;
  }
}
