const CHUNK_LENGTH = 1024 * 1024;

/** Texts as bytes, in chunks that are worth a write: a report is told a line at a time. */
export function* gathered(pieces: Iterable<string>): Generator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < CHUNK_LENGTH) continue;
    yield Buffer.from(waiting.join(''));
    [waiting, length] = [[], 0];
  }
  yield Buffer.from(waiting.join(''));
}
