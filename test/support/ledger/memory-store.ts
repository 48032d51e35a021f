import type { Store, Stored } from '#shared/ledger/store.ts';

/** A store in memory: for what is small, and for tests. */
export class MemoryStore implements Store {
  readonly objects = new Map<string, Uint8Array>();

  async list(prefix: string): Promise<readonly Stored[]> {
    return [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { length }]) => ({ key, bytes: length }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async *read(key: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const object = this.objects.get(key);
    if (object === undefined) throw new Error(`no object ${key}`);
    yield range === undefined ? object : object.subarray(range.start, range.end);
  }

  async write(key: string, body: AsyncIterable<string> | Iterable<string>): Promise<void> {
    let text = '';
    for await (const chunk of body) text += chunk;
    this.objects.set(key, new TextEncoder().encode(text));
  }
}
