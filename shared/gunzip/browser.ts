import { Inflate } from 'pako';

/** As zlib has it: the widest window, of gzip alone. */
const GZIP_WINDOW_BITS = 15 + 16;

/** Unpacks gzip, also several gzip files joined into one: a browser's own unpacker fails at the second of them. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  let inflate: Inflate | undefined;
  /** What was left over when a file ended: pako goes on with the next one by itself, but for zeros. */
  let left = () => 0;
  let isPadding = false;
  return new TransformStream({
    transform(chunk, controller) {
      // Zeros fill up a block of a tape, and what follows them is nobody's.
      isPadding ||= inflate?.ended === true && (left() > 0 || chunk[0] === 0);
      if (isPadding || chunk.length === 0) return;
      if (!inflate || inflate.ended) {
        inflate = new Inflate({ windowBits: GZIP_WINDOW_BITS });
        inflate.onData = (bytes) => controller.enqueue(bytes);
        inflate.onStart = (stream) => {
          left = () => stream.avail_in;
        };
      }
      inflate.push(chunk);
      if (inflate.err) throw new Error(inflate.msg);
    },
    flush() {
      if (!inflate?.ended) throw new Error('The gzip data is cut off.');
    },
  });
}
