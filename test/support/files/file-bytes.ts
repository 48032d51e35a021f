import { gzipSync } from 'node:zlib';
import { openFile } from '#shared/files/read-file.ts';
import type { Batch } from '#shared/files/row-sink.ts';

const encoder = new TextEncoder();

/** Bytes of the two-byte characters of GBK. */
const gbkBytes: ReadonlyMap<string, readonly number[]> = (() => {
  const decoder = new TextDecoder('gb18030');
  const map = new Map<string, readonly number[]>();
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++)
      if (trail !== 0x7f) map.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  return map;
})();
export const isGbkCharacter = (character: string): boolean =>
  character.charCodeAt(0) < 0x80 || gbkBytes.has(character);

export type TextEncoding = 'utf-8' | 'utf-8 with a byte order mark' | 'utf-16le' | 'utf-16be' | 'gbk';

/** Encodes a text. For GBK, `isGbkCharacter` must be true for every character. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return encoder.encode(text);
  if (encoding === 'utf-8 with a byte order mark') return encoder.encode(`\ufeff${text}`);
  if (encoding === 'gbk')
    return Uint8Array.from(
      [...text].flatMap((character) => gbkBytes.get(character) ?? [character.charCodeAt(0)]),
    );
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  const view16 = (at: number, unit: number) => view.setUint16(at, unit, encoding === 'utf-16le');
  view16(0, 0xfeff);
  for (let i = 0; i < text.length; i++) view16(2 * i + 2, text.charCodeAt(i));
  return bytes;
}

export const gzip = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

export const makeOpenableFile = (content: string | Uint8Array, size = 1 << 16, name = 'file') => ({
  name,
  bytes: inChunks(typeof content === 'string' ? encoder.encode(content) : content, size),
});

export async function collectBatches(batches: AsyncGenerator<Batch>): Promise<Batch> {
  const rows: Batch['rows'] = [];
  const rejected: Batch['rejected'] = [];
  for await (const batch of batches) {
    rows.push(...batch.rows);
    rejected.push(...batch.rejected);
  }
  return { rows, rejected };
}

/** Reads all rows of a file. */
export const readAllRows = async (content: string | Uint8Array, size?: number): Promise<Batch> =>
  collectBatches((await openFile(makeOpenableFile(content, size))).batches());

export const nativesOf = ({ rows }: Batch): unknown[] => rows.map(({ native }) => native);

/** Formats a record of a CSV file, with quotes where needed. */
export const formatCsvRecord = (fields: readonly string[], delimiter: string): string =>
  fields
    .map((field) =>
      /["\n\r]/.test(field) || field.includes(delimiter) || field !== field.trim()
        ? `"${field.replaceAll('"', '""')}"`
        : field,
    )
    .join(delimiter);
