/** Unpacks gzip. A browser's own unpacker takes one gzip file, and fails at a second one behind it. */
export const gunzipStream = (): TransformStream<Uint8Array, Uint8Array> =>
  // The platform types it by whatever views a buffer.
  new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>;
