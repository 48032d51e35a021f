import { gunzipStream } from '#gunzip';
import { chunksOf, streamOf } from './chunks.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** How zlib and pako refuse bytes after gzip data that are not gzip. Node names it as the cause of its own error. */
const NO_GZIP = /incorrect header check/;

/** The packed data is damaged or cut off, or it is whole and other bytes follow it. */
export type Damage = 'damaged' | 'followed';

/**
 * Unpacks gzip as far as it can be unpacked. Errors of the source pass as they are.
 * @param onDamage is called where the bytes end too early
 */
export async function* gunzip(
  packed: AsyncGenerator<Uint8Array>,
  onDamage: (damage: Damage) => void,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* packed;
    } catch (error) {
      failure = error ?? new Error('The source of the bytes failed.');
      throw failure;
    }
  }
  try {
    yield* chunksOf(streamOf(watched()).pipeThrough(gunzipStream()));
  } catch (error) {
    if (failure !== undefined) throw failure;
    const { message, cause = message } = error as Error;
    onDamage(NO_GZIP.test(String(cause)) ? 'followed' : 'damaged');
  }
}
