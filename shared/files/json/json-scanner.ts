import { BODY_DEPTH_MAX } from '../../limits.ts';
import { PAGE_LEVELS_MAX } from '../../normalizer/intake/envelope.ts';
import { isObject, type NativeObject } from '../../normalizer/intake/native.ts';
import type { Sentence } from '../../sentence.ts';
import { ByteWindow } from '../byte-window.ts';
import { ROW_BYTES_MAX } from '../file-limits.ts';
import { NOT_A_JSON_OBJECT, NOT_UTF8, type RowSink, TOO_LARGE } from '../row-sink.ts';
import { rejectFile, rejectTruncated } from '../source-file.ts';
import {
  checkPage,
  type Frame,
  isBrokenPage,
  isLedgerName,
  isRowsKey,
  type PageFrame,
  passItem,
  passRow,
} from './json-document.ts';
import { Byte, isWhitespace, JsonValueScanner } from './json-value.ts';

/** Most UTF-8 bytes of a UTF-16 code unit. */
const BYTES_PER_CODE_UNIT = 3;

const LINE_ENDS: Sentence = { en: 'is incomplete: its line ends too early', zh: '不完整：该行提前结束' };
/** Whether a line is empty, with or without a carriage return. */
const isEmptyLine = (line: string): boolean => line === '' || line === '\r';

/** Parses a line; `undefined` unless it is an object within the limits of a row. */
function parseLine(line: string): NativeObject | undefined {
  if (line.length > ROW_BYTES_MAX / BYTES_PER_CODE_UNIT) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && !isDeeper(value, BODY_DEPTH_MAX) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether arrays and objects in an array or object are nested deeper than `levels`. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as NativeObject)[key];
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

const notJsonFrom = (byte: number): Sentence => ({
  en: `is not valid JSON from byte ${byte} on`,
  zh: `从第 ${byte} 字节起不是有效的 JSON`,
});

/**
 * Streaming JSON scanner: passes the rows of a file to a sink. Accepts arrays, pages, arrays of pages, a
 * ReconciliationInput, JSON Lines, and several documents in a row. Finds the end of each value byte by byte and parses the
 * value with `JSON.parse`. A page is parsed as a whole, as in a request to the API; a page above `ROW_BYTES_MAX` is read row
 * by row.
 */
export class JsonScanner {
  readonly #window: ByteWindow;
  readonly #frames: Frame[] = [{ kind: 'sequence' }];
  readonly #sink: RowSink;
  readonly #file: string;
  readonly #isJsonLines: boolean;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #value: JsonValueScanner;
  #at = 0;
  /** Start of the current value, or -1 between values. */
  #start = -1;
  #isKey = false;
  /** The value is too large; its bytes are skipped. */
  #isDropped = false;
  /** Lines before this position are scanned byte by byte. */
  #bytewiseUntil = 0;

  /**
   * @param isJsonLines whether each line is a separate value; then a broken value ends with its line
   * @param offset bytes of the file before the first chunk: its byte order mark
   */
  constructor(file: string, sink: RowSink, isJsonLines: boolean, offset = 0) {
    this.#file = file;
    this.#sink = sink;
    this.#isJsonLines = isJsonLines;
    this.#value = new JsonValueScanner(isJsonLines);
    this.#window = new ByteWindow(offset);
  }

  /** Innermost nesting level at the current position. */
  get #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  push(chunk: Uint8Array): void {
    const start = this.#start < 0 || this.#isDropped ? Math.min(this.#at, this.#window.length) : this.#start;
    this.#window.append(chunk, start);
    this.#at -= start;
    this.#bytewiseUntil -= start;
    if (this.#start >= 0) this.#start -= this.#isDropped ? this.#start : start;
    this.#run();
  }

  /** Ends the file. Throws TruncatedFile if a value or a list is not closed. */
  end(): void {
    this.#bytewiseUntil = this.#window.length;
    this.#run();
    if (this.#start >= 0) {
      const start = this.#start;
      this.#at = this.#window.length;
      if (this.#value.isScalar) this.#endValue();
      else if (this.#mayHoldRows(start)) {
        this.#dropValue();
        this.#enterPage(start);
        this.#run();
        this.end();
      } else this.#breakOff();
    } else if (this.#frames.length > 1) this.#breakOff();
  }

  #breakOff(): never {
    const { offset, length } = this.#window;
    throw rejectTruncated(this.#file, this.#sink.lastRow, offset + length);
  }

  #run(): void {
    while (this.#at < this.#window.length)
      if (this.#start >= 0) this.#scanValue();
      else if (this.#isPartOfLine()) return;
      else if (!this.#canTakeLines() || !this.#takeLines()) this.#next();
  }

  /** Whether the next lines can be parsed as complete lines. */
  #canTakeLines(): boolean {
    return this.#isJsonLines && this.#frames.length === 1 && this.#at >= this.#bytewiseUntil;
  }

  /** Whether the rest of the window is only the beginning of a line, which can be parsed once its end is read. */
  #isPartOfLine(): boolean {
    const { bytes, length } = this.#window;
    const rest = this.#canTakeLines() ? bytes.subarray(this.#at, length) : undefined;
    return rest !== undefined && rest.length <= ROW_BYTES_MAX && !rest.includes(Byte.newline);
  }

  /**
   * Takes the complete lines of the window up to the first that is not an object; from there on, lines are scanned byte by
   * byte. Complete lines take a third of the time.
   * @returns whether a line was taken
   */
  #takeLines(): boolean {
    const { bytes, length } = this.#window;
    const end = bytes.subarray(0, length).lastIndexOf(Byte.newline) + 1;
    if (end <= this.#at) return false;
    const from = this.#at;
    let text: string;
    try {
      text = this.#decoder.decode(bytes.subarray(from, end));
    } catch {
      this.#bytewiseUntil = end;
      return false;
    }
    let taken = 0;
    for (let start = 0; start < text.length; taken++) {
      const stop = text.indexOf('\n', start);
      const line = text.slice(start, stop);
      const value = isEmptyLine(line) ? undefined : parseLine(line);
      if (value !== undefined) passItem(value, this.#sink, this.#file);
      else if (!isEmptyLine(line)) {
        this.#bytewiseUntil = end;
        for (; taken > 0; taken--) this.#at = bytes.indexOf(Byte.newline, this.#at) + 1;
        return this.#at > from;
      }
      start = stop + 1;
    }
    this.#at = end;
    return true;
  }

  #next(): void {
    const byte = this.#window.bytes[this.#at] as number;
    if (isWhitespace(byte)) {
      this.#at++;
      // In JSON Lines, a line break ends a page that is read row by row, even if the page is not closed.
      if (byte === Byte.newline && this.#isJsonLines && this.#frames.length > 1) this.#endLine();
      return;
    }
    const frame = this.#frame;
    if (frame.kind === 'page') this.#nextInPage(byte, frame);
    else if (byte === Byte.comma) this.#at++;
    else if (byte === Byte.closeArray && frame.kind !== 'sequence') {
      this.#at++;
      this.#frames.pop();
    } else if (byte === Byte.openArray && frame.kind === 'sequence') {
      this.#at++;
      this.#frames.push({ kind: 'items' });
    } else this.#begin(byte);
  }

  #endLine(): void {
    this.#sink.addRejected(LINE_ENDS);
    this.#frames.length = 1;
  }

  #nextInPage(byte: number, frame: PageFrame): void {
    const { key } = frame;
    if (byte === Byte.comma) this.#at++;
    else if (key === undefined && byte === Byte.quote) {
      this.#isKey = true;
      this.#begin(byte);
    } else if (key === undefined && byte === Byte.closeObject) {
      this.#at++;
      this.#frames.pop();
      checkPage(frame, this.#sink, this.#file);
    } else if (key !== undefined && byte === Byte.colon) this.#at++;
    else if (key !== undefined && byte === Byte.openArray && (isRowsKey(key) || isLedgerName(key)))
      this.#enterRows(this.#at, frame, key);
    else if (key !== undefined && byte !== Byte.closeObject && byte !== Byte.closeArray) this.#begin(byte);
    else this.#refuse(notJsonFrom(this.#window.offset + this.#at));
  }

  #refuse(sentence: Sentence): never {
    throw rejectFile(this.#file, sentence);
  }

  #setRowsKey(frame: PageFrame, key: string): void {
    delete frame.key;
    if (frame.rowsKey !== undefined && !(isLedgerName(frame.rowsKey) && isLedgerName(key)))
      this.#refuse({
        en: `has rows in both ${frame.rowsKey} and ${key}. Remove one of the two`,
        zh: `${frame.rowsKey} 和 ${key} 中都有行，请只保留其中之一`,
      });
    frame.rowsKey = key;
  }

  #begin(byte: number): void {
    this.#value.begin(byte, this.#at);
    this.#start = this.#at++;
  }

  /** Scans the current value up to its end or the end of the window. */
  #scanValue(): void {
    const { bytes, length } = this.#window;
    // Scan at most one byte beyond the size limit, so that a value that is too large is noticed before it fills the memory.
    const end = this.#isDropped ? length : Math.min(length, this.#start + ROW_BYTES_MAX + 1);
    this.#value.at = this.#at;
    const state = this.#value.scan(bytes, end);
    this.#at = this.#value.at;
    if (state === 'ended') this.#endValue();
    else if (state === 'broken') this.#rejectValue(LINE_ENDS);
    else if (!this.#isDropped && this.#at - this.#start > ROW_BYTES_MAX) this.#overflow();
  }

  /** Whether the value at `start` is an object at a position where a page is allowed. */
  #mayBePage(start: number): boolean {
    const frame = this.#frame;
    return (
      this.#window.bytes[start] === Byte.openObject &&
      (frame.kind === 'page' ? isRowsKey(frame.key ?? '') : frame.kind !== 'rows')
    );
  }

  #overflow(): void {
    const [start, frame] = [this.#start, this.#frame];
    if (this.#mayBePage(start)) this.#enterPage(start);
    // An array of this size can only be the rows, whatever its key.
    else if (frame.kind === 'page' && this.#window.bytes[start] === Byte.openArray)
      this.#enterRows(start, frame, frame.key ?? '');
    else this.#isDropped = true;
  }

  /** Reads the array at `start` row by row. */
  #enterRows(start: number, frame: PageFrame, key: string): void {
    this.#at = start + 1;
    this.#start = -1;
    this.#setRowsKey(frame, key);
    this.#frames.push(isLedgerName(key) ? { kind: 'rows', ledger: key } : { kind: 'rows' });
  }

  /** Returns to the start of an object to read it as a page, row by row. */
  #enterPage(start: number): void {
    const outer = this.#frame;
    const level = outer.kind === 'page' ? outer.level + 1 : 1;
    if (level > PAGE_LEVELS_MAX)
      this.#refuse({
        en: `has pages nested deeper than ${PAGE_LEVELS_MAX} levels`,
        zh: `分页嵌套超过 ${PAGE_LEVELS_MAX} 层`,
      });
    if (outer.kind === 'page') this.#setRowsKey(outer, outer.key ?? '');
    this.#frames.push({ kind: 'page', level, otherFields: [] });
    this.#at = start + 1;
    this.#start = -1;
  }

  #endValue(): void {
    const [start, end, frame] = [this.#start, this.#at, this.#frame];
    this.#start = -1;
    if (this.#isDropped) {
      this.#isDropped = false;
      if (frame.kind === 'page') delete frame.key;
      else this.#sink.addRejected(TOO_LARGE);
    } else if (frame.kind === 'page') this.#takePageField(start, end, frame);
    else if (this.#window.bytes[start] !== Byte.openObject) this.#sink.addRejected(NOT_A_JSON_OBJECT);
    else if (this.#value.deepest > BODY_DEPTH_MAX)
      this.#sink.addRejected({
        en: `is nested deeper than ${BODY_DEPTH_MAX} levels`,
        zh: `嵌套超过 ${BODY_DEPTH_MAX} 层`,
      });
    else this.#takeObject(start, end, frame);
  }

  #parse(start: number, end: number): { text: string | undefined; value: unknown } {
    let text: string | undefined;
    try {
      text = this.#decoder.decode(this.#window.bytes.subarray(start, end));
      return { text, value: JSON.parse(text) };
    } catch {
      return { text, value: undefined };
    }
  }

  #takeObject(start: number, end: number, frame: Frame): void {
    const { text, value } = this.#parse(start, end);
    if (isObject(value)) {
      if (frame.kind === 'rows') passRow(value, this.#sink, frame.ledger);
      else passItem(value, this.#sink, this.#file, frame.kind === 'sequence' && !this.#isJsonLines);
    } else if (text === undefined) this.#sink.addRejected(NOT_UTF8);
    else if (frame.kind !== 'rows' && isBrokenPage(text)) this.#enterPage(start);
    else this.#sink.addRejected({ en: 'is not JSON', zh: '不是 JSON' });
  }

  /** Takes a key of a large page, or the value of a key without rows. */
  #takePageField(start: number, end: number, frame: PageFrame): void {
    const { value } = this.#parse(start, end);
    if (this.#isKey) {
      this.#isKey = false;
      if (typeof value !== 'string') this.#refuse(notJsonFrom(this.#window.offset + start));
      frame.key = value;
      return;
    }
    if (value !== undefined) {
      frame.otherFields.push([frame.key ?? '', value]);
      delete frame.key;
    } else if (this.#mayBePage(start)) this.#enterPage(start);
    else this.#refuse(notJsonFrom(this.#window.offset + start));
  }

  #rejectValue(reason: Sentence): void {
    const start = this.#start;
    const isPage = this.#mayHoldRows(start);
    this.#dropValue();
    if (isPage) this.#enterPage(start);
    else {
      this.#sink.addRejected(reason);
      if (this.#isJsonLines) this.#frames.length = 1;
    }
  }

  /** Whether the incomplete value from `start` to `#at` is a page whose rows should be read. */
  #mayHoldRows(start: number): boolean {
    return (
      !this.#isDropped && this.#mayBePage(start) && isBrokenPage(this.#parse(start, this.#at).text ?? '')
    );
  }

  #dropValue(): void {
    this.#start = -1;
    this.#isKey = false;
    this.#isDropped = false;
  }
}
