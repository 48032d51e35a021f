import type { Sentence } from '../sentence.ts';
import { concatBytes, type PeekedStream, peek, rejoin } from './chunks.ts';
import { HEAD_BYTES_MAX } from './file-limits.ts';
import { rejectFile } from './source-file.ts';

/** Character encoding of a file. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Text of a file as a stream of UTF-8 bytes without a byte order mark. */
interface Utf8Text extends PeekedStream {
  /** Encoding found in the part read so far; ASCII counts as UTF-8. */
  readonly encoding: () => Encoding;
  /** Length of the byte order mark, in bytes of the file. */
  readonly markBytes: number;
}

/** Byte order marks, one character for each byte. */
const BYTE_ORDER_MARKS = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
] as const;
const describePacker = (packer: string): Sentence => ({
  en: `is compressed with ${packer}. Decompress it, or use gzip`,
  zh: `是 ${packer} 压缩文件。请解压，或改用 gzip 压缩`,
});
/** First bytes of files that are not text, with the problem and the remedy. */
const BINARY_FORMATS: Readonly<Record<string, Sentence>> = {
  'PK\x03\x04': {
    en: 'is a zip archive. Unpack it, and supply the file in it that lists the single rows, not a summary (汇总)',
    zh: '是 zip 压缩包。请解压，并提供其中的明细文件，而不是汇总',
  },
  '\xd0\xcf\x11\xe0': {
    en: 'is a spreadsheet in an old format. Save it as CSV',
    zh: '是旧格式的电子表格。请另存为 CSV',
  },
  '%PDF': { en: 'is a PDF. Export the bill as CSV or JSON', zh: '是 PDF。请将账单导出为 CSV 或 JSON' },
  PAR1: {
    en: 'is a Parquet file. Export it as CSV or JSON Lines',
    zh: '是 Parquet 文件。请导出为 CSV 或 JSON Lines',
  },
  '\x1f\x8b': {
    en: 'is compressed twice with gzip. Decompress it once',
    zh: '被 gzip 压缩了两次。请先解压一次',
  },
  '\x28\xb5\x2f\xfd': describePacker('zstd'),
  BZh: describePacker('bzip2'),
  '\xfd7zX': describePacker('xz'),
  '7z\xbc\xaf': describePacker('7z'),
};

const SPREADSHEET: Sentence = {
  en: 'is a spreadsheet. Save the sheet as CSV',
  zh: '是电子表格。请将工作表另存为 CSV',
};
/** Bytes that contain the name of the first part of a spreadsheet. */
const SPREADSHEET_HEAD_BYTES = 4096;
/** Whether the first bytes of a file are those of a zip archive with the parts of an Office or OpenDocument file. */
const isSpreadsheet = (head: Uint8Array): boolean =>
  /^PK.{28,}?(?:\[Content_Types\]|_rels\/|xl\/|mimetypeapplication\/vnd\.oasis)/s.test(
    String.fromCharCode(...head.subarray(0, SPREADSHEET_HEAD_BYTES)),
  );
/** Returns the end of the last complete character, which is at most three bytes before the end. */
function findCharacterEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const UNSUPPORTED: Sentence = {
  en: 'has an unsupported text encoding. Save it as UTF-8',
  zh: '文本编码不受支持。请另存为 UTF-8',
};
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const WORD_BYTES = 4;
/** The bits that no ASCII character has, of four bytes. */
const OUTSIDE_ASCII = 0x80808080;

/** Returns whether all bytes are ASCII. Looks at four at once, which takes a quarter of the time of decoding them. */
function isAscii(bytes: Uint8Array): boolean {
  const start = Math.min(-bytes.byteOffset & (WORD_BYTES - 1), bytes.length);
  const count = Math.floor((bytes.length - start) / WORD_BYTES);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
  let bits = 0;
  for (let at = 0; at < count; at++) bits |= words[at] as number;
  for (let at = 0; at < start; at++) bits |= bytes[at] as number;
  for (let at = start + count * WORD_BYTES; at < bytes.length; at++) bits |= bytes[at] as number;
  return (bits & OUTSIDE_ASCII) === 0;
}

type Reading = 'ascii' | 'utf-8' | 'gb18030';

/** Detects the encoding of bytes. Bytes valid in neither encoding are faulty UTF-8 if they contain some valid UTF-8 characters. */
function detectEncoding(bytes: Uint8Array, file: string): Reading {
  if (isAscii(bytes)) return 'ascii';
  try {
    strictDecoder.decode(bytes);
    return 'utf-8';
  } catch {
    // The bytes are not valid UTF-8. Try GB 18030 below.
  }
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: true });
    return 'gb18030';
  } catch {
    if (/[^\p{ASCII}\ufffd]/u.test(new TextDecoder().decode(bytes))) return 'utf-8';
    throw rejectFile(file, UNSUPPORTED);
  }
}

/** Converts text of another encoding to UTF-8. Throws a Rejection for invalid bytes. */
async function* transcode(
  chunks: AsyncGenerator<Uint8Array>,
  encoding: Encoding,
  file: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw rejectFile(file, UNSUPPORTED);
    }
  };
  for await (const chunk of chunks) yield encoder.encode(decode(chunk));
  yield encoder.encode(decode());
}

/** Converts text without a byte order mark to UTF-8. The first characters outside ASCII decide whether it is GBK. */
async function* decodeUnmarked(
  chunks: AsyncGenerator<Uint8Array>,
  file: string,
  decide: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(0);
  let isDecided = false;
  for await (const chunk of chunks) {
    if (isDecided) {
      yield chunk;
      continue;
    }
    const bytes = buffer.length === 0 ? chunk : concatBytes([buffer, chunk]);
    const end = findCharacterEnd(bytes);
    const reading = detectEncoding(bytes.subarray(0, end), file);
    if (reading === 'gb18030') {
      decide('gb18030');
      yield* transcode(rejoin({ head: bytes, rest: chunks }), 'gb18030', file);
      return;
    }
    isDecided = reading === 'utf-8';
    buffer = bytes.slice(isDecided ? bytes.length : end);
    yield isDecided ? bytes : bytes.subarray(0, end);
  }
  if (buffer.length > 0) yield buffer;
}

/**
 * Converts a file to UTF-8 without a byte order mark, from UTF-8, UTF-16 with a byte order mark, or GBK (read as its
 * superset GB 18030). Throws a Rejection if the file is not text, possibly only while the text is read.
 */
export async function toUtf8({ head, rest }: PeekedStream, file: string): Promise<Utf8Text> {
  const start = String.fromCharCode(...head.subarray(0, 4));
  const format = Object.keys(BINARY_FORMATS).find((bytes) => start.startsWith(bytes));
  if (format !== undefined)
    throw rejectFile(file, isSpreadsheet(head) ? SPREADSHEET : (BINARY_FORMATS[format] as Sentence));
  const [mark = '', marked] = BYTE_ORDER_MARKS.find(([bytes]) => start.startsWith(bytes)) ?? [];
  const isUtf16 = marked === 'utf-16le' || marked === 'utf-16be';
  if (!isUtf16 && head.includes(0))
    throw rejectFile(file, {
      en: 'is not a text file. Export it as CSV or JSON; UTF-16 needs a byte order mark',
      zh: '不是文本文件。请导出为 CSV 或 JSON；UTF-16 文件需要带 BOM',
    });
  let encoding: Encoding = marked ?? 'utf-8';
  const bytes = rejoin({ head: head.subarray(mark.length), rest });
  const decide = (result: Encoding): void => {
    encoding = result;
  };
  const plain = marked === 'utf-8' ? bytes : decodeUnmarked(bytes, file, decide);
  const peeked = await peek(isUtf16 ? transcode(bytes, marked, file) : plain, HEAD_BYTES_MAX);
  return { ...peeked, encoding: () => encoding, markBytes: mark.length };
}
