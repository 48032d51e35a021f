import type { Native } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import { PageMarks } from './json/page-marks.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import type { LedgerName, ReadRow, RejectedRow } from './native-file.ts';

/** What rows of any format may be told to be. */

export const TOO_LARGE: Sentence = {
  en: `has more than ${ROW_BYTES_MAX} bytes`,
  zh: `超过 ${ROW_BYTES_MAX} 字节`,
};
export const NO_UTF8: Sentence = { en: 'is not UTF-8', zh: '不是 UTF-8' };
export const NO_JSON_OBJECT: Sentence = { en: 'must be a JSON object', zh: '必须是 JSON 对象' };

/** What a scanner found in a piece of a file. */
export interface Batch {
  readonly rows: ReadRow[];
  readonly rejected: RejectedRow[];
}

/** Collects what a scanner finds, and numbers it. */
export class RowSink {
  /** Lines of a table that are not rows: notes before the header, comments, totals. */
  passed = 0;
  /** What a ReconciliationInput says beside its ledgers. */
  settings: Native | undefined;
  readonly pages = new PageMarks();
  #row = 0;
  #batch: Batch = { rows: [], rejected: [] };
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Number of the last row so far. */
  get last(): number {
    return this.#row;
  }

  /** @param row its number, where it is not the next one */
  row(native: Native, row = this.#row + 1, ledger?: LedgerName): void {
    this.#row = row;
    this.#batch.rows.push(ledger === undefined ? { row, native } : { row, native, ledger });
  }

  /** A place where a row should be and none can be read. */
  reject(reason: Sentence, row = this.#row + 1): void {
    this.#row = row;
    this.#batch.rejected.push({ file: this.#file, row, reason });
  }

  take(): Batch {
    const batch = this.#batch;
    this.#batch = { rows: [], rejected: [] };
    return batch;
  }
}
