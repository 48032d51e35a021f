import type { Sentence } from '../sentence.ts';
import { type Chunks, joined, peek, wholeOf } from './chunks.ts';
import { HEAD_BYTES_MAX } from './limits.ts';
import { unreadable } from './native-file.ts';

/** How the text of a file was written down. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface Utf8Text extends Chunks {
  /** As far as the text has been read: what is ASCII so far counts as UTF-8. */
  readonly encoding: () => Encoding;
  /** Bytes of a byte order mark that stand before the text in the file. */
  readonly markBytes: number;
}

/** Byte order marks; here as below, a character is a byte. */
const MARKS = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
] as const;
const packedWith = (packer: string): Sentence => ({
  en: `is packed with ${packer}; unpack it, or pack it with gzip`,
  zh: `是 ${packer} 压缩文件；请解压，或改用 gzip 压缩`,
});
/** What files that are no text begin with, and what to do about them. */
const OTHERS: Readonly<Record<string, Sentence>> = {
  PK: {
    en: 'is a zip archive or a spreadsheet; unpack it, or save the sheet as CSV',
    zh: '是 zip 压缩包或电子表格；请解压，或将表格另存为 CSV',
  },
  '\xd0\xcf\x11\xe0': {
    en: 'is a spreadsheet of an old format; save it as CSV',
    zh: '是旧格式的电子表格；请另存为 CSV',
  },
  '%PDF': { en: 'is a PDF; export the bill as CSV or JSON', zh: '是 PDF；请将账单导出为 CSV 或 JSON' },
  PAR1: {
    en: 'is a Parquet file; export it as CSV or JSON Lines',
    zh: '是 Parquet 文件；请导出为 CSV 或 JSON Lines',
  },
  '\x1f\x8b': { en: 'is packed twice with gzip; unpack it once', zh: '被 gzip 压缩了两次；请先解压一次' },
  '\x28\xb5\x2f\xfd': packedWith('zstd'),
  BZh: packedWith('bzip2'),
  '\xfd7zX': packedWith('xz'),
  '7z\xbc\xaf': packedWith('7z'),
};

/** Where the last character ends that is whole: at most three bytes before the end. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const UNKNOWN: Sentence = {
  en: 'is text in no encoding that is known here: save it as UTF-8',
  zh: '是编码未知的文本：请另存为 UTF-8',
};
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Reading = 'ascii' | 'utf-8' | 'gb18030';

/** What bytes may be: where they are neither, characters that only UTF-8 gives say that they are UTF-8 with faults. */
function readingOf(bytes: Uint8Array, file: string): Reading {
  try {
    return strict.decode(bytes).length === bytes.length ? 'ascii' : 'utf-8';
  } catch {
    // Not UTF-8, or not all of it.
  }
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: true });
    return 'gb18030';
  } catch {
    if (/[^\p{ASCII}\ufffd]/u.test(new TextDecoder().decode(bytes))) return 'utf-8';
    throw unreadable(file, UNKNOWN);
  }
}

/** Text of another encoding as UTF-8. */
async function* transcoded(
  chunks: AsyncGenerator<Uint8Array>,
  encoding: Encoding,
  file: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw unreadable(file, UNKNOWN);
    }
  };
  for await (const chunk of chunks) yield encoder.encode(decoded(chunk));
  yield encoder.encode(decoded());
}

/**
 * Text without a mark: ASCII until the first byte that is none decides between UTF-8 and GBK. Once UTF-8 has been
 * seen, bytes that are none are a row's fault, not the file's.
 */
async function* unmarked(
  chunks: AsyncGenerator<Uint8Array>,
  file: string,
  decide: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(0);
  let decided = false;
  for await (const chunk of chunks) {
    if (decided) {
      yield chunk;
      continue;
    }
    const bytes = held.length === 0 ? chunk : joined([held, chunk]);
    const end = wholeEnd(bytes);
    const reading = readingOf(bytes.subarray(0, end), file);
    if (reading === 'gb18030') {
      decide('gb18030');
      yield* transcoded(wholeOf({ head: bytes, rest: chunks }), 'gb18030', file);
      return;
    }
    decided = reading === 'utf-8';
    held = bytes.slice(decided ? bytes.length : end);
    yield decided ? bytes : bytes.subarray(0, end);
  }
  if (held.length > 0) yield held;
}

/**
 * The text of a file as UTF-8 without a byte order mark, whatever it was written in: UTF-8, UTF-16 with a mark,
 * or GBK (read as GB 18030, which contains it).
 * @throws Rejection for what is no text, at once or at the bytes that show it
 */
export async function utf8Of({ head, rest }: Chunks, file: string): Promise<Utf8Text> {
  const start = String.fromCharCode(...head.subarray(0, 4));
  const other = Object.keys(OTHERS).find((bytes) => start.startsWith(bytes));
  if (other !== undefined) throw unreadable(file, OTHERS[other] as Sentence);
  const [mark = '', marked] = MARKS.find(([bytes]) => start.startsWith(bytes)) ?? [];
  const isUtf16 = marked === 'utf-16le' || marked === 'utf-16be';
  if (!isUtf16 && head.includes(0))
    throw unreadable(file, {
      en: 'is no text: it holds bytes that no text has (UTF-16 needs a byte order mark)',
      zh: '不是文本：含有文本中不会出现的字节（UTF-16 需要字节顺序标记）',
    });
  let encoding: Encoding = marked ?? 'utf-8';
  const bytes = wholeOf({ head: head.subarray(mark.length), rest });
  const noted = (found: Encoding): void => {
    encoding = found;
  };
  const plain = marked === 'utf-8' ? bytes : unmarked(bytes, file, noted);
  const peeked = await peek(isUtf16 ? transcoded(bytes, marked, file) : plain, HEAD_BYTES_MAX);
  return { ...peeked, encoding: () => encoding, markBytes: mark.length };
}
