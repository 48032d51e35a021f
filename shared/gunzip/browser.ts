import { Inflate } from 'pako';
import { joined } from '../files/chunks.ts';

/** As zlib has it: the widest window, of gzip alone. */
const GZIP_WINDOW_BITS = 15 + 16;
/** As zlib has it: tells all that the bytes at hand come to. */
const SYNC_FLUSH = 2;

type Stream = Parameters<Inflate['onStart']>[0];

/** Unpacks gzip, also several gzip files joined into one: a browser's own unpacker fails at the second of them. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  let inflate: Inflate | undefined;
  let stream: Stream | undefined;
  let told: Uint8Array[] = [];
  let isPadding = false;
  return new TransformStream({
    transform(chunk, controller) {
      // pako goes on with the next file by itself, but for zeros: they fill up a block of a tape, and what follows is nobody's.
      isPadding ||= inflate?.ended === true && ((stream?.avail_in ?? 0) > 0 || chunk[0] === 0);
      if (isPadding || chunk.length === 0) return;
      if (!inflate || inflate.ended) {
        inflate = new Inflate({ windowBits: GZIP_WINDOW_BITS });
        inflate.onData = (bytes) => told.push(bytes);
        inflate.onStart = (started) => {
          stream = started;
        };
      }
      inflate.push(chunk, SYNC_FLUSH);
      // What stands before the break is told, too, and as one: of a stream that fails, only the first piece is read.
      if (inflate.err && stream && stream.avail_out > 0)
        told.push(stream.output.subarray(0, stream.next_out));
      const bytes = joined(told);
      told = [];
      if (bytes.length > 0) controller.enqueue(bytes);
      if (inflate.err) throw new Error(inflate.msg);
    },
    flush() {
      if (!inflate?.ended) throw new Error('The gzip data is cut off.');
    },
  });
}
