import { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Returns a stream that unpacks gzip data, also several gzip files in a row, as log deliveries write them. */
export const gunzipStream = (): TransformStream<Uint8Array, Uint8Array> =>
  Duplex.toWeb(createGunzip()) as unknown as TransformStream<Uint8Array, Uint8Array>;
