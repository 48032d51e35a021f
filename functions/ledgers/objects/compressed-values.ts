import { pipeline, Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { gathered } from '#shared/report/files/gathered.ts';
import type { Chunks, S3Objects } from './s3-objects.ts';

/** What comes out of a transformation; whoever reads it learns of what fails before it. */
const transformChunks = (body: Chunks, transform: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(body), transform, () => {});

/** Values as JSON Lines: one to each piece of what makes them, for no line is longer than a text may be. */
function* toJsonLines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Writes values into an object that only runs read, compressed with zstd. */
export const writeValues = (objects: S3Objects, key: string, values: Iterable<unknown>): Promise<void> =>
  objects.write(key, transformChunks(gathered(toJsonLines(values)), createZstdCompress()));

/** The values that `writeValues` has written. */
export async function* readValues<T>(objects: S3Objects, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of transformChunks(objects.read(key), createZstdDecompress())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
