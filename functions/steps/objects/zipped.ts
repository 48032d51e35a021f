import { pipeline, Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { gathered } from '#shared/report-files/gathered.ts';
import type { Chunks, S3Objects } from './s3-objects.ts';

/** What comes out of a transformation; whoever reads it learns of what fails before it. */
const through = (body: Chunks, transform: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(body), transform, () => {});

/** Writes an object that only runs read, packed by zstd. */
export const writeZipped = (objects: S3Objects, key: string, body: Chunks): Promise<void> =>
  objects.write(key, through(body, createZstdCompress()));

export const readZipped = (objects: S3Objects, key: string): AsyncIterable<Uint8Array> =>
  through(objects.read(key), createZstdDecompress());

/** Values as JSON Lines: one to each piece of what makes them, for no line is longer than a text may be. */
function* linesOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

export const writeValues = (objects: S3Objects, key: string, values: Iterable<unknown>): Promise<void> =>
  writeZipped(objects, key, gathered(linesOf(values)));

/** The values that `writeValues` has written. */
export async function* valuesAt<T>(objects: S3Objects, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readZipped(objects, key)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
