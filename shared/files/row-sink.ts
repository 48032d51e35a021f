import type { Native } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import type { CsvState } from './csv/csv-dialect.ts';
import type { Frame } from './json/json-frames.ts';
import { PageMarks } from './json/page-marks.ts';
import type { LedgerName, ReadRow, RejectedRow } from './native-file.ts';

/** What a scanner found in a piece of a file. */
export interface Batch {
  readonly rows: ReadRow[];
  readonly rejected: RejectedRow[];
}

/** Where a scanner stands between two rows, for another one to go on. */
export type ScanState = { readonly json: readonly Frame[] } | { readonly csv: CsvState };

/** Collects what a scanner finds, and numbers it. */
export class RowSink {
  /** Lines of a table that are not rows: notes before the header, comments, totals. */
  passed = 0;
  /** What a ReconciliationInput says beside its ledgers. */
  settings: Native | undefined;
  readonly pages = new PageMarks();
  #row: number;
  #batch: Batch = { rows: [], rejected: [] };
  readonly #file: string;
  readonly #onBetween: ((offset: number, row: number, state: () => ScanState) => void) | undefined;

  /**
   * @param row number of the last row before
   * @param onBetween is told of every place between two rows, by its byte in the plain text
   */
  constructor(
    file: string,
    row = 0,
    onBetween?: (offset: number, row: number, state: () => ScanState) => void,
  ) {
    this.#file = file;
    this.#row = row;
    this.#onBetween = onBetween;
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

  /** Somebody wants to know every place between two rows. */
  get isToldPlaces(): boolean {
    return this.#onBetween !== undefined;
  }

  between(offset: number, state: () => ScanState): void {
    this.#onBetween?.(offset, this.#row, state);
  }

  take(): Batch {
    const batch = this.#batch;
    this.#batch = { rows: [], rejected: [] };
    return batch;
  }
}
