import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Readable, pipeline as through } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { MEGABYTE, type Room, roomIn, type Shelf } from '#shared/run/shards/shelf.ts';

/** Read once and soon: what packs well takes longer than the disk. */
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A folder of its own, which nobody else may read, once something is put there. */
class FolderShelf implements Shelf {
  #folder: string | undefined;

  #path(name: string): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'gateway-books-'));
    return join(this.#folder, name.replaceAll('/', '-'));
  }

  write(name: string, chunks: Iterable<Uint8Array>): Promise<void> {
    return pipeline(
      Readable.from(chunks),
      createZstdCompress(QUICK),
      createWriteStream(this.#path(name), { mode: 0o600 }),
    );
  }

  read(name: string): AsyncIterable<Uint8Array> {
    return through(createReadStream(this.#path(name)), createZstdDecompress(), () => {});
  }

  clear = (): void => {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  };
}

/** Half of what there is, for others need some. */
const usual = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem()) / MEGABYTE / 2;

/**
 * Gives a run so much memory; columns beyond lie in a temporary folder, which is gone afterwards.
 * @param memoryMb half of this machine's where nothing is said
 */
export async function withRoom<T>(
  memoryMb: number | undefined,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  const shelf = new FolderShelf();
  process.once('exit', shelf.clear);
  try {
    return await work({ bytes: roomIn(memoryMb ?? usual()), shelf });
  } finally {
    shelf.clear();
    process.off('exit', shelf.clear);
  }
}
