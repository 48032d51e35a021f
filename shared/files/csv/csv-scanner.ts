import { ByteWindow } from '../byte-window.ts';
import { ROW_BYTES_MAX } from '../file-limits.ts';
import { NOT_UTF8, type RowSink, TOO_LARGE } from '../row-sink.ts';
import { NO_ADDITION, rejectTruncated, TruncatedFile } from '../source-file.ts';
import { type CsvDialect, isBlankRecord, isCommentRecord } from './csv-dialect.ts';
import { splitFields } from './csv-text.ts';
import { DATABASE_SEPARATOR, DatabaseText, unescapeCell } from './database-text.ts';
import { LastCells } from './last-cell.ts';

/** Line after the rows that PostgreSQL’s COPY writes. */
const END_OF_COPY = '\\.';
const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Disks and buffers write blocks of this size, so an interrupted file usually ends at a multiple of it. */
const BLOCK_BYTES = 4096;

/** Scanner position in a field: before its first byte, inside it, between quotes, or directly after a closing quote. */
const Field = { start: 0, open: 1, quoted: 2, closed: 3 } as const;
type FieldState = (typeof Field)[keyof typeof Field];

const buildRow = (columns: readonly string[], fields: readonly string[]): Record<string, string> => {
  const row: Record<string, string> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = fields[i] as string;
  return row;
};

/**
 * Streaming CSV scanner: passes rows and unreadable records to a sink, and skips the totals of a bill, in linear time.
 */
export class CsvScanner {
  readonly #file: string;
  readonly #window: ByteWindow;
  readonly #sink: RowSink;
  readonly #dialect: CsvDialect;
  readonly #delimiter: number;
  readonly #rowBytesMax: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #start = 0;
  #at = 0;
  #record = 0;
  /** The totals have begun: no rows follow, unless another file with its own header was appended. */
  #isInTotals = false;
  /** The bill has the notes of its download, so it must end with totals. */
  #isDownloaded = false;
  #field: FieldState = Field.start;
  /** The record is too large; its bytes are skipped. */
  #isDropped = false;
  /** The record is the last one and has no line break. */
  #isUnended = false;
  readonly #lastCells = new LastCells();
  /** Passes rows to the sink, those of database text without escapes. */
  readonly #databaseText: Pick<DatabaseText, 'take' | 'end'>;

  /**
   * @param offset bytes of the file before the first chunk: its byte order mark
   * @param rowBytesMax most bytes of a record. A longer record is rejected; if it has several lines, a quote is never
   * closed, and the file counts as cut off
   */
  constructor(file: string, sink: RowSink, dialect: CsvDialect, offset = 0, rowBytesMax = ROW_BYTES_MAX) {
    this.#file = file;
    this.#sink = sink;
    this.#dialect = dialect;
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    const addRow = (cells: readonly string[], row: number) =>
      sink.addRow(buildRow(dialect.columns, cells), row);
    this.#databaseText =
      dialect.delimiter === DATABASE_SEPARATOR ? new DatabaseText(addRow) : { take: addRow, end: () => {} };
    this.#rowBytesMax = rowBytesMax;
    this.#window = new ByteWindow(offset);
  }

  /** Scans the next chunk. Throws TruncatedFile at a quote that is never closed. */
  push(chunk: Uint8Array): void {
    const start = this.#isDropped ? this.#at : this.#start;
    this.#window.append(chunk, start);
    this.#at -= start;
    this.#start = 0;
    this.#scanWindow();
  }

  /** Reads the last record. Throws TruncatedFile if it is cut off, or if a downloaded bill lacks its totals. */
  end(): void {
    if (this.#field === Field.quoted) this.#rejectUnclosedQuote();
    this.#isUnended = this.#start < this.#window.length;
    if (this.#isUnended) this.#takeRecord(this.#window.length, this.#window.length);
    this.#databaseText.end();
    if (this.#isDownloaded && !this.#isInTotals)
      this.#rejectCutOff(
        {
          en: ': the totals at the end of such a bill are missing. Download it again',
          zh: '：缺少这种账单末尾的合计，请重新下载',
        },
        this.#record,
      );
    this.#sink.lacksEnd =
      this.#dialect.end !== undefined && this.#dialect.end.downloaded === undefined && !this.#isInTotals;
  }

  #scanWindow(): void {
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
        this.#takeRecord(at - 1, at);
      } else if (byte === delimiter) field = Field.start;
      // A quote directly after a closing quote is an escaped quote, so the quoted text continues.
      else if (byte === QUOTE && field !== Field.open) field = Field.quoted;
      else field = Field.open;
      if (at - this.#start > this.#rowBytesMax && !this.#isDropped) this.#overflow(at);
    }
    [this.#at, this.#field] = [at, field];
  }

  /** Handles a record that is too large: an unclosed quote if it has several lines, otherwise a record to skip. */
  #overflow(at: number): void {
    if (this.#window.bytes.subarray(this.#start, at).includes(NEWLINE)) this.#rejectUnclosedQuote();
    this.#isDropped = true;
  }

  #rejectUnclosedQuote(): never {
    const row = this.#record + 1;
    throw new TruncatedFile(this.#file, {
      en: `cannot be read after row ${row - 1}: row ${row} has a quote that is never closed`,
      zh: `第 ${row - 1} 行之后无法读取：第 ${row} 行的引号没有闭合`,
    });
  }

  /** Takes the record from `#start` to `end`; the next record starts at `next`. */
  #takeRecord(end: number, next: number): void {
    const { bytes } = this.#window;
    const start = this.#start;
    this.#start = next;
    this.#at = next;
    this.#record++;
    if (this.#isDropped) {
      this.#isDropped = false;
      this.#sink.addRejected(TOO_LARGE, this.#record);
    } else this.#readRecord(bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end));
  }

  /** Whether the file is cut off in the last row: inside its last cell, between CR and LF, or at the end of a disk block. */
  #isCut(cell: string): boolean {
    const { bytes, length, offset } = this.#window;
    const endsHalf = bytes[length - 1] === RETURN;
    return endsHalf || (offset + length) % BLOCK_BYTES === 0 || this.#lastCells.isCut(cell);
  }

  #takeRow(fields: readonly string[], record: string): void {
    const { columns, delimiter } = this.#dialect;
    const cell = fields[columns.length - 1] as string;
    const last = delimiter === DATABASE_SEPARATOR ? unescapeCell(cell) : cell;
    if (this.#isUnended && this.#isCut(last))
      this.#rejectCutOff({
        en: '. If the last row is complete, add a line break after it',
        zh: '。如果最后一行是完整的，请在行尾加上换行',
      });
    this.#lastCells.add(last);
    this.#databaseText.take(fields, this.#record, record);
  }

  /** Throws that the file is cut off, by default in the current row. */
  #rejectCutOff(addition = NO_ADDITION, row = this.#record - 1): never {
    throw rejectTruncated(this.#file, row, this.#window.offset + this.#window.length, addition);
  }

  #readRecord(bytes: Uint8Array): void {
    let record: string;
    try {
      record = this.#decoder.decode(bytes);
    } catch {
      if (this.#isUnended) this.#rejectCutOff();
      this.#sink.addRejected(NOT_UTF8, this.#record);
      return;
    }
    this.#checkForTotals(record);
    const { delimiter, columns, headerRow, hasComments } = this.#dialect;
    if (this.#record <= headerRow || isBlankRecord(record) || record === END_OF_COPY) return;
    const fields = splitFields(record, delimiter);
    // Skip rows with only empty cells, such as `,,,`, which spreadsheet programs save below a table.
    if (fields.every(isBlankRecord)) return;
    const fits = fields.length >= columns.length && fields.slice(columns.length).every(isBlankRecord);
    // Skip a repeated header: the file consists of several tables.
    const isHeader = fits && columns.every((column, n) => fields[n]?.trim() === column);
    if (isHeader) this.#isInTotals = false;
    if (isHeader || this.#isInTotals || (isCommentRecord(record) && (hasComments || !fits))) return;
    if (fits) this.#takeRow(fields, record);
    else this.#rejectWidth(fields);
  }

  /** Notes whether a record starts the totals after the rows, or shows that a bill must end with totals. */
  #checkForTotals(record: string): void {
    const { end, headerRow } = this.#dialect;
    if (!end) return;
    if (end.downloaded === undefined) {
      // A mapping names the last line by its text, without blanks, quotes and marks before it.
      this.#isInTotals ||= this.#record > headerRow && record.replace(/^[\s"'`]+/, '').startsWith(end.begins);
      return;
    }
    const text = record.replace(/^[#-]+/, '');
    this.#isDownloaded ||= text.startsWith(end.downloaded);
    this.#isInTotals ||= text.startsWith(end.begins);
  }

  /** Rejects a record whose number of fields differs from the header's. */
  #rejectWidth(fields: readonly string[]): void {
    const { length } = this.#dialect.columns;
    const isShort = fields.length < length;
    if (this.#isUnended && isShort) this.#rejectCutOff();
    this.#sink.addRejected(
      {
        en: `has ${fields.length} fields, but the header has ${length}${isShort ? '. If it is a note after the rows, remove it or name it as "end" in a mapping' : ''}`,
        zh: `有 ${fields.length} 列，而表头有 ${length} 列${isShort ? '。如果是表后的说明，请删除，或在列映射的 "end" 中写明' : ''}`,
      },
      this.#record,
    );
  }
}
