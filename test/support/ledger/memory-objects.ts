import { setImmediate } from 'node:timers/promises';
import { type ListedObject, S3Objects } from '#functions/steps/s3-objects.ts';
import { type Chunks, type Range, UnfitObject } from '#shared/ledger/store/store.ts';
import type { MemoryS3 } from './memory-s3.ts';

/** As the SDK tells what S3 has to say, once it has tried often enough. */
const storeFailed = (): Error => Object.assign(new Error('Slow down.'), { name: 'SlowDown', $metadata: {} });

/**
 * The objects of a `MemoryS3` without HTTP and SDK between, for thousands of executions. Faults hit harder than behind
 * the SDK, which would try again.
 */
export class MemoryObjects extends S3Objects {
  readonly #memory: MemoryS3;

  constructor(memory: MemoryS3) {
    super(undefined as never, '');
    this.#memory = memory;
  }

  override async list(prefix: string): Promise<ListedObject[]> {
    await setImmediate();
    return this.#memory.listed(prefix);
  }

  override async *read(key: string, range?: Range, version?: string): AsyncGenerator<Uint8Array> {
    if (range && range.start >= range.end) return;
    await setImmediate();
    const fault = this.#memory.faultOf('GET', key);
    if (fault === 'refused') throw storeFailed();
    const { bytes, etag } = this.#memory.get(key) ?? {};
    if (bytes === undefined) throw Object.assign(storeFailed(), { name: 'NoSuchKey' });
    if (version !== undefined && etag !== version)
      throw new UnfitObject(`${key}: was changed while it was read. Start the run anew.`);
    const asked = range ? bytes.subarray(range.start, range.end) : bytes;
    if (fault !== 'cut') return yield asked;
    yield asked.subarray(0, asked.length / 2);
    throw new Error('aborted');
  }

  override async write(key: string, body: Chunks): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk as string));
    await setImmediate();
    const fault = this.#memory.faultOf('PUT', key);
    if (fault === 'refused') throw storeFailed();
    this.#memory.put(key, Buffer.concat(chunks));
    if (fault === 'lost') throw storeFailed();
  }
}
