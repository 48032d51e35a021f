import { ahead } from './ahead.ts';
import {
  damaged,
  parsed,
  readBytes,
  refuseOtherStamp,
  STAMP_LENGTH,
  type Store,
  type Stored,
} from './store.ts';

/** Characters that wait in memory before they are written. */
const WAITING_MAX = 32 * 1024 * 1024;
/** Digits of an offset within an object. */
const OFFSET_LENGTH = 12;
const ENTRY_LENGTH = STAMP_LENGTH + OFFSET_LENGTH;
/** Slices that are fetched ahead of their turn: each takes a store some milliseconds to find. */
const SLICES_AT_ONCE = 16;

const utf8 = new TextEncoder();
const headLengthOf = (buckets: number): number => (buckets + 1) * ENTRY_LENGTH;

/**
 * Writes lines of JSON into numbered buckets. All buckets of a task share one object, or a few where what waits in
 * memory would be too much: a store bills each object that is written twelve times as much as a range that is read.
 * The object begins with the offset of each bucket, in the body behind it, and the stamp before each, because a
 * reader sees no more than its own two. Names depend on the task alone, so a repeated task writes the same objects.
 */
export class BucketWriter {
  readonly #store: Store;
  readonly #prefix: string;
  readonly #task: string;
  readonly #count: number;
  #waiting = new Map<number, string[]>();
  #characters = 0;
  #flushes = 0;

  constructor(store: Store, prefix: string, task: string, count: number) {
    this.#store = store;
    this.#prefix = prefix;
    this.#task = task;
    this.#count = count;
  }

  /** Wait for the promise only where one is returned. */
  add(bucket: number, value: unknown): Promise<void> | undefined {
    const line = `${JSON.stringify(value)}\n`;
    const lines = this.#waiting.get(bucket);
    if (lines) lines.push(line);
    else this.#waiting.set(bucket, [line]);
    this.#characters += line.length;
    return this.#characters >= WAITING_MAX ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#characters = 0;
    const entries: string[] = [];
    const body: Uint8Array[] = [];
    let offset = 0;
    for (let bucket = 0; bucket <= this.#count; bucket++) {
      entries.push(this.#store.stamp, `${offset}`.padStart(OFFSET_LENGTH, '0'));
      const lines = waiting.get(bucket);
      if (lines === undefined) continue;
      const bytes = utf8.encode(lines.join(''));
      waiting.delete(bucket);
      offset += bytes.length;
      body.push(bytes);
    }
    const key = `${this.#prefix}/${this.#task}-${this.#flushes++}.jsonl`;
    await this.#store.write(key, [entries.join(''), ...body]);
  }
}

/** An object of up to so many bytes is read as a whole: a second question takes longer. */
const WHOLE_BYTES_MAX = 64 * 1024;

/** The text that one object has for a bucket. */
async function sliceOf(store: Store, { key, bytes }: Stored, bucket: number, count: number): Promise<string> {
  const decoder = new TextDecoder();
  const whole = bytes <= WHOLE_BYTES_MAX ? await readBytes(store, key) : undefined;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const range = whole?.subarray(start, end) ?? (await readBytes(store, key, { start, end }));
    if (range.length !== end - start) throw damaged(key);
    return range;
  };
  const start = bucket * ENTRY_LENGTH;
  const entries = decoder.decode(await read(start, start + 2 * ENTRY_LENGTH));
  const offsetAt = (at: number): number => {
    refuseOtherStamp(store, entries.slice(at, at + STAMP_LENGTH), key);
    return headLengthOf(count) + Number(entries.slice(at + STAMP_LENGTH, at + ENTRY_LENGTH));
  };
  const [from, to] = [offsetAt(0), offsetAt(ENTRY_LENGTH)];
  return from === to ? '' : decoder.decode(await read(from, to));
}

/** Every value that any task has put into a bucket, in the order of the objects' keys. */
export async function* readBucket<T>(
  store: Store,
  prefix: string,
  bucket: number,
  count: number,
): AsyncGenerator<T> {
  const objects = await store.list(`${prefix}/`);
  const slices = ahead(objects, SLICES_AT_ONCE, async (object) => ({
    key: object.key,
    text: await sliceOf(store, object, bucket, count),
  }));
  for await (const { key, text } of slices)
    for (let from = 0, end = text.indexOf('\n'); end !== -1; from = end + 1, end = text.indexOf('\n', from))
      yield parsed(text.slice(from, end), key) as T;
}

export async function readWholeBucket<T>(
  store: Store,
  prefix: string,
  bucket: number,
  count: number,
): Promise<T[]> {
  const values: T[] = [];
  for await (const value of readBucket<T>(store, prefix, bucket, count)) values.push(value);
  return values;
}
