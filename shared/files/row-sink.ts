import type { NativeObject } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import { ROW_BYTES_MAX } from './file-limits.ts';
import { PageTracker } from './json/page-tracker.ts';
import type { LedgerName, ReadRow, UnreadableRow } from './source-file.ts';

/** Problem of a row above the size limit. */
export const TOO_LARGE: Sentence = {
  en: `has more than ${ROW_BYTES_MAX} bytes`,
  zh: `超过 ${ROW_BYTES_MAX} 字节`,
};
/** Problem of a row with bytes that are not UTF-8. */
export const NOT_UTF8: Sentence = { en: 'is not UTF-8', zh: '不是 UTF-8' };
/** Problem of a row that is not an object. */
export const NOT_A_JSON_OBJECT: Sentence = { en: 'must be a JSON object', zh: '必须是 JSON 对象' };

/** Rows that a scanner found in one chunk of a file. */
export interface Batch {
  readonly rows: ReadRow[];
  readonly rejected: UnreadableRow[];
}

/** Numbers the rows that a CSV or JSON scanner finds, and collects them until the next `takeBatch`. */
export class RowSink {
  /** Whether the table lacks the last line that its mapping expects (`end`). */
  lacksEnd = false;
  readonly pages = new PageTracker();
  #row = 0;
  #batch: Batch = { rows: [], rejected: [] };

  /** Number of the last row so far; 0 if there is none. */
  get lastRow(): number {
    return this.#row;
  }

  /** Adds a row, by default with the next number. */
  addRow(native: NativeObject, row = this.#row + 1, ledger?: LedgerName): void {
    this.#row = row;
    this.#batch.rows.push(ledger === undefined ? { row, native } : { row, native, ledger });
  }

  addRejected(reason: Sentence, row = this.#row + 1): void {
    this.#row = row;
    this.#batch.rejected.push({ row, reason });
  }

  /** Returns the rows added since the last call. */
  takeBatch(): Batch {
    const batch = this.#batch;
    this.#batch = { rows: [], rejected: [] };
    return batch;
  }
}
