import { gunzipStream } from '#gunzip';
import { readChunks, toStream } from './chunks.ts';

/** Whether bytes start like gzip data. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Message of zlib and pako for bytes after the gzip data that are not gzip; Node has it in the error's `cause`. */
const NOT_GZIP = /incorrect header check/;

/** Fault of gzip data: `damaged` or cut off, or `followed` by bytes that are not gzip. */
export type GzipFault = 'damaged' | 'followed';

/** Unpacks gzip data up to the first fault, which `onDamage` receives. Errors of the source are thrown unchanged. */
export async function* gunzip(
  packed: AsyncGenerator<Uint8Array>,
  onDamage: (damage: GzipFault) => void,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  async function* recordFailure(): AsyncGenerator<Uint8Array> {
    try {
      yield* packed;
    } catch (error) {
      failure = error ?? new Error('The source of the bytes failed.');
      throw failure;
    }
  }
  try {
    yield* readChunks(toStream(recordFailure()).pipeThrough(gunzipStream()));
  } catch (error) {
    if (failure !== undefined) throw failure;
    const { message, cause = message } = error as Error;
    onDamage(NOT_GZIP.test(String(cause)) ? 'followed' : 'damaged');
  }
}
