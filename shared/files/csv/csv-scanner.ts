import type { BillEnd } from '../../connectors/bills/bill.ts';
import { endOf } from '../../connectors/bills/registry.ts';
import type { Sentence } from '../../sentence.ts';
import { ByteWindow } from '../byte-window.ts';
import { ROW_BYTES_MAX } from '../limits.ts';
import { BrokenOff, brokenOff, NOTHING_MORE } from '../native-file.ts';
import { NO_UTF8, type RowSink, TOO_LARGE } from '../row-sink.ts';
import { type CsvDialect, isBlankRecord, isComment } from './csv-dialect.ts';
import { fieldsOf } from './csv-text.ts';
import { LastCells } from './last-cell.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Disks and buffers are written by blocks of so many bytes: what stops being written ends with one. */
const BLOCK_BYTES = 4096;

const END_IT: Sentence = {
  en: '; if its last row is whole, end it with a line end',
  zh: '；如果最后一行是完整的，请在行尾加上换行',
};

const NO_TOTALS: Sentence = {
  en: ': the totals are missing with which such a bill ends',
  zh: '：缺少这种账单末尾的合计',
};

/** Where in a field a byte stands: before its first one, within, between quotes, or right after a closing quote. */
const Field = { start: 0, open: 1, quoted: 2, closed: 3 } as const;
type FieldState = (typeof Field)[keyof typeof Field];

const rowOf = (columns: readonly string[], fields: readonly string[]): Record<string, string> => {
  const row: Record<string, string> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = fields[i] as string;
  return row;
};

/**
 * Finds the records of a table piece by piece. It looks for their ends byte by byte (a line break between quotes
 * ends none) and cuts each into fields as text, where most are cut by the platform's own `split`. No byte is looked
 * at again for what follows it, so a table takes time by its length, whatever its quotes.
 */
export class CsvScanner {
  readonly #file: string;
  readonly #window: ByteWindow;
  readonly #sink: RowSink;
  readonly #dialect: CsvDialect;
  readonly #delimiter: number;
  readonly #rowBytesMax: number;
  readonly #billEnd: BillEnd | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #start = 0;
  #at = 0;
  #record = 0;
  /** The totals have begun: what follows is no row, until the header of another file stands behind them. */
  #ended = false;
  /** Records stand as they were downloaded. */
  #isDownloaded = false;
  #field: FieldState = Field.start;
  /** The record is too large and only passed over. */
  #dropped = false;
  /** The record is the last one, and no line end follows it. */
  #isUnended = false;
  readonly #lastCells = new LastCells();

  constructor(file: string, sink: RowSink, dialect: CsvDialect, offset = 0, rowBytesMax = ROW_BYTES_MAX) {
    this.#file = file;
    this.#sink = sink;
    this.#dialect = dialect;
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    this.#billEnd = endOf(dialect.columns);
    this.#rowBytesMax = rowBytesMax;
    this.#window = new ByteWindow(offset);
  }

  /** @throws BrokenOff where a quote is never closed: no later row can be told from it */
  push(chunk: Uint8Array): void {
    const keep = this.#dropped ? this.#at : this.#start;
    this.#window.append(chunk, keep);
    this.#at -= keep;
    this.#start = 0;
    this.#run();
  }

  /** @throws BrokenOff as `push` does, and where the last line neither ends nor has all that others have */
  end(): void {
    if (this.#field === Field.quoted) this.#breakOff();
    this.#isUnended = this.#start < this.#window.length;
    if (this.#isUnended) this.#take(this.#window.length, this.#window.length);
    if (this.#isDownloaded && !this.#ended) this.#breaksOff(NO_TOTALS, this.#record);
  }

  /** The loop that sees every byte of a table once. */
  #run(): void {
    const { bytes, length } = this.#window;
    const delimiter = this.#delimiter;
    let at = this.#at;
    let field = this.#field;
    while (at < length) {
      const byte = bytes[at++] as number;
      if (field === Field.quoted) {
        if (byte === QUOTE) field = Field.closed;
      } else if (byte === NEWLINE) {
        field = Field.start;
        this.#take(at - 1, at);
      } else if (byte === delimiter) field = Field.start;
      // A quote after a closing one is a doubled one: the text goes on.
      else if (byte === QUOTE && field !== Field.open) field = Field.quoted;
      else field = Field.open;
      if (at - this.#start > this.#rowBytesMax && !this.#dropped) this.#overflow(at);
    }
    [this.#at, this.#field] = [at, field];
  }

  /** No row is as long as this. Where it has several lines, quotes hold together what are many rows. */
  #overflow(at: number): void {
    if (this.#window.bytes.subarray(this.#start, at).includes(NEWLINE)) this.#breakOff();
    this.#dropped = true;
  }

  #breakOff(): never {
    const row = this.#record + 1;
    throw new BrokenOff(this.#file, {
      en: `breaks off in row ${row}, where a quote opens and is never closed`,
      zh: `在第 ${row} 行中断：此处的引号没有闭合`,
    });
  }

  /** The record from `#start` to `end`; the next one starts at `next`. */
  #take(end: number, next: number): void {
    const { bytes } = this.#window;
    const start = this.#start;
    this.#start = next;
    this.#at = next;
    this.#record++;
    if (this.#dropped) {
      this.#dropped = false;
      this.#sink.reject(TOO_LARGE, this.#record);
    } else this.#read(bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end));
  }

  /** Whether the file ends within this row: in a cell, between the two bytes of a line end, or with a block of a disk. */
  #isCut(cell: string): boolean {
    const { bytes, length, offset } = this.#window;
    const endsHalf = bytes[length - 1] === RETURN;
    return endsHalf || (offset + length) % BLOCK_BYTES === 0 || this.#lastCells.isCut(cell);
  }

  #fitting(fields: readonly string[]): void {
    const { columns } = this.#dialect;
    const last = fields[columns.length - 1] as string;
    if (this.#isUnended && this.#isCut(last)) this.#breaksOff(END_IT);
    this.#lastCells.add(last);
    this.#sink.row(rowOf(columns, fields), this.#record);
  }

  /** By default within the row at hand. */
  #breaksOff(more = NOTHING_MORE, row = this.#record - 1): never {
    throw brokenOff(this.#file, row, this.#window.offset + this.#window.length, more);
  }

  #read(bytes: Uint8Array): void {
    let record: string;
    try {
      record = this.#decoder.decode(bytes);
    } catch {
      if (this.#isUnended) this.#breaksOff();
      this.#sink.reject(NO_UTF8, this.#record);
      return;
    }
    this.#seeEnd(record);
    const { delimiter, columns, headerRow, comments } = this.#dialect;
    if (this.#record <= headerRow) {
      if (this.#record !== headerRow) this.#sink.passed++;
      return;
    }
    if (isBlankRecord(record)) return;
    const fields = fieldsOf(record, delimiter);
    // Spreadsheets save the empty rows below a table, too.
    if (fields.every(isBlankRecord)) {
      this.#sink.passed++;
      return;
    }
    const fits = fields.length >= columns.length && fields.slice(columns.length).every(isBlankRecord);
    // Tables that were put behind each other bring their heads along.
    const isHeader = fits && columns.every((column, n) => fields[n]?.trim() === column);
    if (isHeader) this.#ended = false;
    if (isHeader || this.#ended || (isComment(record) && (comments || !fits))) this.#sink.passed++;
    else if (fits) this.#fitting(fields);
    else this.#odd(fields);
  }

  /** Totals end the rows of a bill, whatever their width. */
  #seeEnd(record: string): void {
    if (!this.#billEnd) return;
    const said = record.replace(/^[#-]+/, '');
    this.#isDownloaded ||= said.startsWith(this.#billEnd.downloaded);
    this.#ended ||= said.startsWith(this.#billEnd.begins);
  }

  /** A record of another width than the header is broken. */
  #odd(fields: readonly string[]): void {
    if (this.#isUnended && fields.length < this.#dialect.columns.length) this.#breaksOff();
    else
      this.#sink.reject(
        {
          en: `has ${fields.length} fields, where the header has ${this.#dialect.columns.length}`,
          zh: `有 ${fields.length} 个字段，而表头有 ${this.#dialect.columns.length} 个`,
        },
        this.#record,
      );
  }
}
