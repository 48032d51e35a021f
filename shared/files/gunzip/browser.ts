import { Inflate } from 'pako';
import { concatBytes } from '../chunks.ts';

/** zlib's largest window (15 bits) plus 16, which accepts only gzip. */
const GZIP_WINDOW_BITS = 15 + 16;
/** zlib's Z_SYNC_FLUSH: emits all output of the input so far. */
const SYNC_FLUSH = 2;

type Stream = Parameters<Inflate['onStart']>[0];

/** Returns a stream that unpacks gzip data. Unlike a browser's DecompressionStream, it accepts several gzip files in a row. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  let inflate: Inflate | undefined;
  let stream: Stream | undefined;
  let unpacked: Uint8Array[] = [];
  let isPadding = false;
  return new TransformStream({
    transform(chunk, controller) {
      // pako itself unpacks gzip files that follow the first. Input that it leaves over (`avail_in`), or a zero byte after
      // the end, is padding: ignore it and all bytes after it.
      isPadding ||= inflate?.ended === true && ((stream?.avail_in ?? 0) > 0 || chunk[0] === 0);
      if (isPadding || chunk.length === 0) return;
      if (!inflate || inflate.ended) {
        inflate = new Inflate({ windowBits: GZIP_WINDOW_BITS });
        inflate.onData = (bytes) => unpacked.push(bytes);
        inflate.onStart = (started) => {
          stream = started;
        };
      }
      inflate.push(chunk, SYNC_FLUSH);
      // Emit all output before the damage as one chunk: after an error, the reader gets at most one more chunk.
      if (inflate.err && stream && stream.avail_out > 0)
        unpacked.push(stream.output.subarray(0, stream.next_out));
      const bytes = concatBytes(unpacked);
      unpacked = [];
      if (bytes.length > 0) controller.enqueue(bytes);
      if (inflate.err) throw new Error(inflate.msg);
    },
    flush() {
      if (!inflate?.ended) throw new Error('The gzip data is cut off.');
    },
  });
}
