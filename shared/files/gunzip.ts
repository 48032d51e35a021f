import { gunzipStream } from '#gunzip';
import { chunksOf, streamOf } from './chunks.ts';
import { BrokenOff, type OnBreak } from './native-file.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * What gzip packed. Errors of the source pass as they are; those of the packing are the file's.
 * @param onBreak is told instead, and the bytes end there
 * @throws BrokenOff where the packed data is damaged or cut off
 */
export async function* gunzip(
  packed: AsyncGenerator<Uint8Array>,
  file: string,
  onBreak?: OnBreak,
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
    const broken = new BrokenOff(file, {
      en: 'cannot be unpacked to the end: its gzip data is damaged or cut off',
      zh: '无法完整解压：gzip 数据已损坏或被截断',
    });
    if (onBreak === undefined) throw broken;
    onBreak(broken);
  }
}
