import { chunksOf, streamOf } from '../files/chunks.ts';
import type { Finding } from '../schemas/report.ts';

/** Findings of one file: some 100 MB of text. */
const FILE_FINDINGS_MAX = 100_000;
const CHUNK_CHARACTERS = 256 * 1024;
const NAME = /^findings-(\d{5})\.jsonl\.gz$/;

/** The names of the files that hold so many findings. */
export const packedNames = (findings: number): string[] =>
  Array.from(
    { length: Math.max(Math.ceil(findings / FILE_FINDINGS_MAX), 1) },
    (_, number) => `findings-${`${number}`.padStart(5, '0')}.jsonl.gz`,
  );

async function* linesOf(findings: AsyncIterable<Finding>, number: number): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  const [start, end] = [number * FILE_FINDINGS_MAX, (number + 1) * FILE_FINDINGS_MAX];
  let [text, place] = ['', 0];
  for await (const finding of findings) {
    if (place === end) break;
    if (place++ < start) continue;
    text += `${JSON.stringify(finding)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield utf8.encode(text);
    text = '';
  }
  if (text !== '') yield utf8.encode(text);
}

/**
 * Findings as JSON Lines, packed by gzip, in files that anybody can open: the file of this name.
 * @returns `undefined` where the name is none of `packedNames`
 */
export function packedFindings(
  name: string,
  findings: () => AsyncIterable<Finding>,
): AsyncIterable<Uint8Array> | undefined {
  const [, number] = NAME.exec(name) ?? [];
  if (number === undefined) return undefined;
  // Node and browsers type it differently: buffers, or whatever views one.
  const packer = new CompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>;
  return chunksOf(streamOf(linesOf(findings(), Number(number))).pipeThrough(packer));
}
