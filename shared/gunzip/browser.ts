import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';

/** zlib's word for gzip alone, with the largest window. */
const GZIP_WINDOW = 16 + 15;
const OUTPUT_BYTES = 64 * 1024;

/** Unpacks gzip, also several gzip files joined into one: a browser's own unpacker fails at the second of them. */
export function gunzipStream(): TransformStream<Uint8Array, Uint8Array> {
  const zlib = new ZStream();
  zlibInflateInit2(zlib, GZIP_WINDOW);
  let isEnded = false;
  return new TransformStream({
    transform(chunk, controller) {
      zlib.input = chunk;
      zlib.next_in = 0;
      zlib.avail_in = chunk.length;
      do {
        if (isEnded) {
          // Zeros fill up a block of a tape; anything else is another file.
          if (zlib.avail_in === 0 || chunk[zlib.next_in] === 0) return;
          zlibInflateReset(zlib);
          isEnded = false;
        }
        zlib.output = new Uint8Array(OUTPUT_BYTES);
        zlib.next_out = 0;
        zlib.avail_out = OUTPUT_BYTES;
        const status = zlibInflate(zlib, Z_NO_FLUSH);
        if (status !== Z_OK && status !== Z_STREAM_END && status !== Z_BUF_ERROR) throw new Error(zlib.msg);
        if (zlib.next_out > 0) controller.enqueue(zlib.output.subarray(0, zlib.next_out));
        isEnded = status === Z_STREAM_END;
      } while (zlib.avail_in > 0 || zlib.avail_out === 0);
    },
    flush() {
      if (!isEnded) throw new Error('The gzip data is cut off.');
    },
  });
}
