import { Rejection } from '../rejections.ts';
import { placed, type Sentence } from '../sentence.ts';

/** A file to read, wherever its bytes come from: a disk, an object store, a page's file input. */
export interface NativeFile {
  /** What messages call it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

/** The place of a row: its file, and its number there. */
export interface RejectedRow {
  readonly file: string;
  /** See `ReadRow.row`. */
  readonly row: number;
  /** What is wrong with the row as the rest of a sentence about it; it quotes nothing of the row. */
  readonly reason: Sentence;
}

/** One row of a file as it stands there. */
export interface ReadRow {
  /**
   * In JSON the number of the row in the file, pages counted through; in CSV that of the line as a spreadsheet
   * counts it, the header being one. Both start at 1.
   */
  readonly row: number;
  readonly native: Readonly<Record<string, unknown>>;
  /** The ledger, where the file is a whole ReconciliationInput. */
  readonly ledger?: LedgerName;
}

/** The arrays of a ReconciliationInput. */
export const LEDGER_NAMES = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
export type LedgerName = (typeof LEDGER_NAMES)[number];

/** What every refusal of a file begins with. */
const UNREADABLE: Sentence = { en: 'A file cannot be read.', zh: '有一个文件无法读取。' };

/**
 * Refuses a file as a whole.
 * @param quote what the file itself says of it
 */
export const unreadable = (file: string, sentence: Sentence, quote = ''): Rejection =>
  new Rejection('invalid_request', UNREADABLE, [placed(file, sentence)], { quote });

/** Of a file without a byte that says anything. */
export const EMPTY: Sentence = {
  en: 'is empty: it holds no byte that says anything. A list without rows is [], a table without rows its header',
  zh: '是空文件：没有任何内容。没有记录的列表应为 []，没有记录的表格应只有表头',
};

/** A file that ends before its content does: a download or a copy stopped. What stands before may be read all the same. */
export class BrokenOff extends Rejection {
  /** The same about the file: `logs.json: breaks off after row 12, at byte 3456`. */
  readonly said: Sentence;

  constructor(file: string, sentence: Sentence) {
    const said = placed(file, sentence);
    super('invalid_request', UNREADABLE, [said]);
    this.said = said;
  }
}

/** Takes note of a file that is read as far as it goes. */
export type OnBreak = (broken: BrokenOff) => void;

export const NOTHING_MORE: Sentence = { en: '', zh: '' };

/**
 * @param row the last one that is whole
 * @param byte where the file ends, in its plain text
 * @param more what else is to be said
 */
export const brokenOff = (file: string, row: number, byte: number, more = NOTHING_MORE): BrokenOff =>
  new BrokenOff(file, {
    en: `breaks off after row ${row}, at byte ${byte}${more.en}`,
    zh: `在第 ${row} 行之后、第 ${byte} 字节处中断，文件不完整${more.zh}`,
  });
