const CHUNK_LENGTH = 64 * 1024;

/** Joins texts, such as the lines of a table, to chunks that are worth a write. */
export function* inChunks(texts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Joins texts to chunks of bytes. */
export function* inByteChunks(texts: Iterable<string>): Generator<Uint8Array> {
  for (const chunk of inChunks(texts)) yield Buffer.from(chunk);
}
