import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Chunks, LOCAL_STAMP, type Range, type Store, type Stored } from '#shared/ledger/store/store.ts';

/** Writes a file that gets its name only when it is complete, so an interrupted command leaves no half of one. */
export async function writeWhole(file: string, body: Chunks): Promise<void> {
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(part, body);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    // A disk that is full does not say for which file.
    (error as NodeJS.ErrnoException).path ??= file;
    throw error;
  }
}

/** A store in a folder: each object a file. */
export class DirectoryStore implements Store {
  readonly stamp = LOCAL_STAMP;
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

  async *read(key: string, range?: Range): AsyncGenerator<Uint8Array> {
    if (range?.start === range?.end && range) return;
    // A stream's end is inclusive.
    const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
    yield* createReadStream(join(this.#root, key), { ...bounds, highWaterMark: 1024 * 1024 });
  }

  write(key: string, body: Chunks): Promise<void> {
    return writeWhole(join(this.#root, key), body);
  }
}
