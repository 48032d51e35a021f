import type { Chunks, Range, Store, Stored } from '#shared/ledger/store/store.ts';
import type { S3Objects } from './s3-objects.ts';

/** The store of a run below a prefix of a bucket. */
export class S3Store implements Store {
  readonly stamp: string;
  readonly #objects: S3Objects;
  readonly #prefix: string;

  constructor(objects: S3Objects, prefix: string, stamp: string) {
    this.stamp = stamp;
    this.#objects = objects;
    this.#prefix = prefix;
  }

  async list(prefix: string): Promise<readonly Stored[]> {
    const listed = await this.#objects.list(this.#prefix + prefix);
    return listed.map(({ key, bytes }) => ({ key: key.slice(this.#prefix.length), bytes }));
  }

  read(key: string, range?: Range): AsyncIterable<Uint8Array> {
    return this.#objects.read(this.#prefix + key, range);
  }

  write(key: string, body: Chunks): Promise<void> {
    return this.#objects.write(this.#prefix + key, body);
  }
}
