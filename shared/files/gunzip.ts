import { gunzipStream } from '#gunzip';
import { chunksOf, streamOf } from './chunks.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * What gzip packed, as far as it can be unpacked. Errors of the source pass as they are.
 * @param onDamage is told where the packed data is damaged or cut off; the bytes end there
 */
export async function* gunzip(
  packed: AsyncGenerator<Uint8Array>,
  onDamage: () => void,
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
  } catch {
    if (failure !== undefined) throw failure;
    onDamage();
  }
}
