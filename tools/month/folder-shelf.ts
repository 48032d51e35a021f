import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Readable, pipeline as through } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { MEGABYTE, type Room, roomIn, type Shelf } from '#shared/run/shards/shelf.ts';

/** Read once and soon: what packs well takes longer than the disk. */
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Half of what there is, for others need some. */
const usual = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem()) / MEGABYTE / 2;

/**
 * Gives a run so much memory. Columns beyond lie in a temporary folder, which nobody else may read: it is there once
 * something is put into it, and gone afterwards.
 * @param memoryMb half of this machine's where nothing is said
 */
export async function withRoom<T>(
  memoryMb: number | undefined,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  let folder: string | undefined;
  const pathOf = (name: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), 'gateway-books-'));
    return join(folder, name.replaceAll('/', '-'));
  };
  const clear = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const shelf: Shelf = {
    write: (name, chunks) =>
      pipeline(
        Readable.from(chunks),
        createZstdCompress(QUICK),
        createWriteStream(pathOf(name), { mode: 0o600 }),
      ),
    read: (name) => through(createReadStream(pathOf(name)), createZstdDecompress(), () => {}),
  };
  process.once('exit', clear);
  try {
    return await work({ bytes: roomIn(memoryMb ?? usual()), shelf });
  } finally {
    clear();
    process.off('exit', clear);
  }
}
