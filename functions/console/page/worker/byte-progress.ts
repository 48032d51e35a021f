import { readChunks } from '#shared/files/chunks.ts';

/** Streams a file, and calls `onRead` with the number of bytes of each chunk. */
export async function* withByteProgress(
  file: Blob,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of readChunks(file.stream())) {
    onRead(chunk.length);
    yield chunk;
  }
}
