import { pipeline, Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Chunks, S3Objects } from './s3-objects.ts';

/** What comes out of a transformation; whoever reads it learns of what fails before it. */
const through = (body: Chunks, transform: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(body), transform, () => {});

/** Writes an object that only runs read, packed by zstd. */
export const writeZipped = (objects: S3Objects, key: string, body: Chunks): Promise<void> =>
  objects.write(key, through(body, createZstdCompress()));

export const readZipped = (objects: S3Objects, key: string): AsyncIterable<Uint8Array> =>
  through(objects.read(key), createZstdDecompress());

/** Values as JSON Lines. */
export function* linesOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** The values of JSON Lines that `linesOf` has written. */
export async function* valuesIn<T>(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
