import { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Unpacks gzip, also several gzip files joined into one, as log deliveries write them. */
export const gunzipStream = (): TransformStream<Uint8Array, Uint8Array> =>
  Duplex.toWeb(createGunzip()) as unknown as TransformStream<Uint8Array, Uint8Array>;
