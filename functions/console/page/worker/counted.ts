import { readChunks } from '#shared/files/chunks.ts';

/** The bytes of a file, as they come; `tell` hears how many more there are. */
export async function* counted(file: Blob, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of readChunks(file.stream())) {
    tell(chunk.length);
    yield chunk;
  }
}
