const CHUNK_LENGTH = 64 * 1024;

/** Joins short texts, such as rows of a table, into chunks of at least 65,536 characters (the last may be shorter). */
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

/** Joins short texts, such as rows of a table, into UTF-8 chunks of at least 64 KiB (the last may be shorter). */
export function* inByteChunks(texts: Iterable<string>): Generator<Uint8Array> {
  for (const chunk of inChunks(texts)) yield Buffer.from(chunk);
}
