import { pipeline, Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { inByteChunks } from '#shared/report/files/text-chunks.ts';
import type { Chunks, S3Objects } from './s3-objects.ts';

/** Pipes chunks through a transformation. Errors of the source are thrown to the reader of the result. */
const transformChunks = (body: Chunks, transform: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(body), transform, () => {});

/** Formats values as JSON Lines, one value per piece. */
function* toJsonLines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Writes values to an object as JSON Lines, compressed with zstd. */
export const writeValues = (objects: S3Objects, key: string, values: Iterable<unknown>): Promise<void> =>
  objects.write(key, transformChunks(inByteChunks(toJsonLines(values)), createZstdCompress()));

/** Streams the values of an object that `writeValues` has written. */
export async function* readValues<T>(objects: S3Objects, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of transformChunks(objects.read(key), createZstdDecompress())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
