import { type Chunks, LOCAL_STAMP, type Range, type Store, type Stored } from '#shared/ledger/store/store.ts';

/** A store in memory: for what is small, and for tests. */
export class MemoryStore implements Store {
  readonly stamp = LOCAL_STAMP;
  readonly objects = new Map<string, Uint8Array>();

  async list(prefix: string): Promise<readonly Stored[]> {
    return [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { length }]) => ({ key, bytes: length }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async *read(key: string, range?: Range): AsyncGenerator<Uint8Array> {
    const object = this.objects.get(key);
    if (object === undefined) throw new Error(`no object ${key}`);
    yield range === undefined ? object : object.subarray(range.start, range.end);
  }

  async write(key: string, body: Chunks): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body)
      chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
    this.objects.set(key, new Uint8Array(Buffer.concat(chunks)));
  }
}
