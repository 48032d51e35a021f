import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Store, Stored } from '#shared/ledger/store.ts';

/** A store in a folder: each object a file, which has its name only when it is whole. */
export class DirectoryStore implements Store {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async list(prefix: string): Promise<readonly Stored[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const names = await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    const keys = names
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.#root, '/').length))
      .filter((key) => key.startsWith(prefix))
      .sort();
    return Promise.all(keys.map(async (key) => ({ key, bytes: (await stat(join(this.#root, key))).size })));
  }

  async *read(key: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    // A stream's end is inclusive.
    const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
    yield* createReadStream(join(this.#root, key), { ...bounds, highWaterMark: 1024 * 1024 });
  }

  async write(key: string, body: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = join(this.#root, key);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, body);
    await rename(`${file}.part`, file);
  }
}
