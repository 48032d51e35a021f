import type { Decimal } from '../money/money.ts';
import { Rejection } from '../rejections.ts';
import { type Sentence, withPrefix } from '../sentence.ts';

/** A file to read, from a disk, an object store or a browser. */
export interface SourceFile {
  /** Name of the file in messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

/** Money of a row that is not read. */
export interface UnreadAmount {
  readonly amount: Decimal;
  readonly currency: string | undefined;
}

/** A row of a file that cannot be read. */
export interface UnreadableRow {
  /** See `ReadRow.row`. */
  readonly row: number;
  /** Problem of the row as a predicate, such as `is not JSON`. Never quotes the row. */
  readonly reason: Sentence;
  readonly money?: UnreadAmount;
  /** Kind of the row, which its mapping does not list. The row itself can be read. */
  readonly unknownKind?: string;
}

/** A row of a file, unchanged. */
export interface ReadRow {
  /** Number of the row, from 1. JSON is counted through all pages; in CSV, the header is row 1. */
  readonly row: number;
  readonly native: Readonly<Record<string, unknown>>;
  /** Ledger of the row, if the file is a ReconciliationInput. */
  readonly ledger?: LedgerName;
}

/** The arrays of a ReconciliationInput. */
export const LEDGER_NAMES = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
/** Name of a ledger in a ReconciliationInput. */
export type LedgerName = (typeof LEDGER_NAMES)[number];

/** Message of every rejection of a file; the detail names the file. */
const UNREADABLE: Sentence = { en: 'A file cannot be read.', zh: '有一个文件无法读取。' };

/**
 * Builds the rejection of a whole file, for a problem worded as a predicate, such as `is a PDF`.
 * @param quote error message of the gateway, if the file contains a failed reply of its API
 */
export const rejectFile = (file: string, sentence: Sentence, quote = ''): Rejection =>
  new Rejection('invalid_request', UNREADABLE, [withPrefix(file, sentence)], { quote });

/** Problem of a file without content. */
export const EMPTY_FILE: Sentence = {
  en: 'is empty. For a list without rows, supply [] or a table with only a header',
  zh: '是空文件。如果确实没有记录，请提供 [] 或只有表头的表格',
};

/** Rejection of a file that is cut off, as after an interrupted download. The rows before that point are valid. */
export class TruncatedFile extends Rejection {
  /** Detail of the rejection: `logs.json: is cut off after row 12, at byte 3456`. */
  readonly detail: Sentence;

  constructor(file: string, sentence: Sentence) {
    const detail = withPrefix(file, sentence);
    super('invalid_request', UNREADABLE, [detail]);
    this.detail = detail;
  }
}

/** Called with the reason if a file is cut off. The rows before that point are used. */
export type OnTruncation = (broken: TruncatedFile) => void;

/** Empty addition to a message. */
export const NO_ADDITION: Sentence = { en: '', zh: '' };

/**
 * Builds the rejection of a file that is cut off, with the number of the last complete row and the unpacked bytes read.
 * `addition` ends the sentence, such as with a remedy.
 */
export const rejectTruncated = (
  file: string,
  row: number,
  byte: number,
  addition = NO_ADDITION,
): TruncatedFile =>
  new TruncatedFile(file, {
    en: `is cut off after row ${row}, at byte ${byte}${addition.en}`,
    zh: `在第 ${row} 行之后、第 ${byte} 字节处被截断，文件不完整${addition.zh}`,
  });
