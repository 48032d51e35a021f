import { Inflate } from 'pako';
import { concatBytes } from '../chunks.ts';

/** zlib's largest window (15 bits) plus 16, which accepts only gzip. */
const GZIP_WINDOW_BITS = 15 + 16;
/** zlib's Z_SYNC_FLUSH: emits all output of the input so far. */
const SYNC_FLUSH = 2;

type Stream = Parameters<Inflate['onStart']>[0];

/** Unpacks gzip data, also several gzip files in a row, at which a browser's DecompressionStream fails. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  let inflate: Inflate | undefined;
  let stream: Stream | undefined;
  let unpacked: Uint8Array[] = [];
  let isPadding = false;
  return new TransformStream({
    transform(chunk, controller) {
      // Ignore everything from a zero byte after the end of a gzip file on: it is padding. If another gzip file follows
      // instead, pako continues with it.
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
      // Emit all output up to the damage as one chunk, because the reader of a failing stream gets only one more chunk.
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
