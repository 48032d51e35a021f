import { Rejection } from '../rejections.ts';
import { placed, type Sentence } from '../sentence.ts';
import { UNREADABLE } from './native-file.ts';

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
