/** A stream of bytes whose beginning has been read. `rest` can be iterated once. */
export interface PeekedStream {
  readonly head: Uint8Array;
  readonly rest: AsyncGenerator<Uint8Array>;
}

/** Iterates over the chunks of a source. Not every browser supports `for await` over a ReadableStream. */
export async function* readChunks(
  bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in bytes) {
    yield* bytes;
    return;
  }
  const reader = (bytes as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Converts chunks to a ReadableStream that pulls one chunk at a time. */
export const toStream = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });

/** Concatenates byte arrays; a single array is returned without a copy. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Undoes `peek`: yields the head and then the rest, as one stream. */
export async function* rejoin({ head, rest }: PeekedStream): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** Reads at least the first `bytes` bytes of a stream, or all if there are fewer, as `head`; `rest` is what follows. */
export async function peek(chunks: AsyncGenerator<Uint8Array>, bytes: number): Promise<PeekedStream> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const { done, value } = await chunks.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  return { head: pieces.length === 0 ? new Uint8Array(0) : concatBytes(pieces), rest: chunks };
}
