import { BODY_DEPTH_MAX } from '../../limits.ts';
import { LEVELS_MAX } from '../../normalizer/intake/envelope.ts';
import { isNative, type Native } from '../../normalizer/intake/native.ts';
import type { Sentence } from '../../sentence.ts';
import { ByteWindow } from '../byte-window.ts';
import { ROW_BYTES_MAX } from '../limits.ts';
import { brokenOff, unreadable } from '../native-file.ts';
import { NO_JSON_OBJECT, NO_UTF8, type RowSink, TOO_LARGE } from '../row-sink.ts';
import {
  type Frame,
  isHolder,
  isLedger,
  judgePage,
  mayHoldRows,
  type PageFrame,
  takeItem,
  takeRow,
} from './json-document.ts';
import { Byte, isBlank, JsonValue } from './json-value.ts';

/** In UTF-8, by the code units of a text. */
const BYTES_A_CHARACTER_MAX = 3;

const LINE_ENDS: Sentence = { en: 'breaks off: its line ends within it', zh: '不完整：行在其中结束' };
/** What is left of the line before, too. */
const isEmptyLine = (line: string): boolean => line === '' || line === '\r';

/** The object that a line is, if it is one that a row may be. */
function lineValue(line: string): Native | undefined {
  if (line.length > ROW_BYTES_MAX / BYTES_A_CHARACTER_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isNative(value) && !isDeeper(value, BODY_DEPTH_MAX) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has more levels of arrays and objects. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Native)[key], levels - 1)) return true;
  return false;
}

const noJsonFrom = (byte: number): Sentence => ({
  en: `is no JSON from byte ${byte} on`,
  zh: `从第 ${byte} 字节起不是 JSON`,
});

/**
 * Finds the rows of JSON text piece by piece: bare arrays, pages, arrays of pages, one ReconciliationInput, JSON
 * Lines, several documents in a row. It looks for the ends of rows byte by byte and leaves each row to
 * `JSON.parse`, so that a row reads exactly as in a request, at the platform's own speed. What is no larger than a
 * row may be is looked at whole and judged by the rules of the API; only larger pages are walked through.
 */
export class JsonScanner {
  readonly #window: ByteWindow;
  readonly #frames: Frame[] = [{ kind: 'sequence' }];
  readonly #sink: RowSink;
  readonly #file: string;
  readonly #lines: boolean;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #value: JsonValue;
  #at = 0;
  /** Start of the value that is being passed over, or -1 between values. */
  #start = -1;
  #isKey = false;
  /** The value is too large and only passed over. */
  #dropped = false;
  /** Up to here, lines are looked at byte by byte. */
  #bytewise = 0;

  /** @param lines each line is a value of its own, so that a broken one ends where its line does */
  constructor(file: string, sink: RowSink, lines: boolean, offset = 0) {
    this.#file = file;
    this.#sink = sink;
    this.#lines = lines;
    this.#value = new JsonValue(lines);
    this.#window = new ByteWindow(offset);
  }

  get #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  push(chunk: Uint8Array): void {
    const keep = this.#start < 0 || this.#dropped ? Math.min(this.#at, this.#window.length) : this.#start;
    this.#window.append(chunk, keep);
    this.#at -= keep;
    this.#bytewise -= keep;
    if (this.#start >= 0) this.#start -= this.#dropped ? this.#start : keep;
    this.#run();
  }

  /**
   * @throws BrokenOff where a value or a list is not closed; what is whole has been taken then
   */
  end(): void {
    if (this.#start >= 0) {
      const start = this.#start;
      this.#at = this.#window.length;
      if (this.#value.isScalar) this.#ended();
      else if (this.#mayHoldRows(start)) {
        this.#forget();
        this.#walk(start);
        this.#run();
        this.end();
      } else this.#breakOff();
    } else if (this.#frames.length > 1) this.#breakOff();
  }

  #breakOff(): never {
    const { offset, length } = this.#window;
    throw brokenOff(this.#file, this.#sink.last, offset + length);
  }

  #run(): void {
    while (this.#at < this.#window.length)
      if (this.#start >= 0) this.#pass();
      else if (!this.#takesLines() || !this.#wholeLines()) this.#next();
  }

  /** Rows may be taken line by line: each line is a value of its own, and nobody asks where it ends. */
  #takesLines(): boolean {
    return this.#lines && this.#frames.length === 1 && this.#at >= this.#bytewise;
  }

  /**
   * Takes the lines of the window that are whole, as long as each is an object, in a third of the time that looking
   * at each byte takes. What begins with any other line is looked at byte by byte.
   * @returns whether there was one
   */
  #wholeLines(): boolean {
    const { bytes, length } = this.#window;
    const end = bytes.subarray(0, length).lastIndexOf(Byte.newline) + 1;
    if (end <= this.#at) return false;
    const from = this.#at;
    let text: string;
    try {
      text = this.#decoder.decode(bytes.subarray(from, end));
    } catch {
      this.#bytewise = end;
      return false;
    }
    let taken = 0;
    for (let start = 0; start < text.length; taken++) {
      const stop = text.indexOf('\n', start);
      const line = text.slice(start, stop);
      const value = isEmptyLine(line) ? undefined : lineValue(line);
      if (value !== undefined) takeItem(value, this.#sink, this.#file);
      else if (!isEmptyLine(line)) {
        this.#bytewise = end;
        for (; taken > 0; taken--) this.#at = bytes.indexOf(Byte.newline, this.#at) + 1;
        return this.#at > from;
      }
      start = stop + 1;
    }
    this.#at = end;
    return true;
  }

  /** One byte between values. */
  #next(): void {
    const byte = this.#window.bytes[this.#at] as number;
    if (isBlank(byte)) {
      this.#at++;
      // A page on a line of its own ends there, whatever it lacks.
      if (byte === Byte.newline && this.#lines && this.#frames.length > 1) this.#cut();
      return;
    }
    const frame = this.#frame;
    if (frame.kind === 'page') this.#withinPage(byte, frame);
    else if (byte === Byte.comma) this.#at++;
    else if (byte === Byte.closeArray && frame.kind !== 'sequence') {
      this.#at++;
      this.#frames.pop();
    } else if (byte === Byte.openArray && frame.kind === 'sequence') {
      this.#at++;
      this.#frames.push({ kind: 'items' });
    } else this.#begin(byte);
  }

  #cut(): void {
    this.#sink.reject(LINE_ENDS);
    this.#frames.length = 1;
  }

  #withinPage(byte: number, frame: PageFrame): void {
    const { key } = frame;
    if (byte === Byte.comma) this.#at++;
    else if (key === undefined && byte === Byte.quote) {
      this.#isKey = true;
      this.#begin(byte);
    } else if (key === undefined && byte === Byte.closeObject) {
      this.#at++;
      this.#frames.pop();
      judgePage(frame, this.#sink, this.#file);
    } else if (key !== undefined && byte === Byte.colon) this.#at++;
    else if (key !== undefined && byte === Byte.openArray && (isHolder(key) || isLedger(key))) {
      this.#at++;
      this.#hold(frame, key);
      this.#frames.push(isLedger(key) ? { kind: 'rows', ledger: key } : { kind: 'rows' });
    } else if (key !== undefined && byte !== Byte.closeObject && byte !== Byte.closeArray) this.#begin(byte);
    else this.#refuse(noJsonFrom(this.#window.offset + this.#at));
  }

  #refuse(sentence: Sentence): never {
    throw unreadable(this.#file, sentence);
  }

  #hold(frame: PageFrame, key: string): void {
    delete frame.key;
    if (frame.holder !== undefined && !(isLedger(frame.holder) && isLedger(key)))
      this.#refuse({
        en: `holds rows in ${frame.holder} and in ${key}; keep one of them`,
        zh: `在 ${frame.holder} 和 ${key} 中都有行，请只保留其中之一`,
      });
    frame.holder = key;
  }

  #begin(byte: number): void {
    this.#value.begin(byte, this.#at);
    this.#start = this.#at++;
  }

  /** Passes over bytes of a value, up to its end or the end of the window. */
  #pass(): void {
    const { bytes, length } = this.#window;
    // Not beyond the largest row, so that what is too large is noticed where it is.
    const end = this.#dropped ? length : Math.min(length, this.#start + ROW_BYTES_MAX + 1);
    this.#value.at = this.#at;
    const passed = this.#value.pass(bytes, end);
    this.#at = this.#value.at;
    if (passed === 'ended') this.#ended();
    else if (passed === 'broken') this.#broken(LINE_ENDS);
    else if (!this.#dropped && this.#at - this.#start > ROW_BYTES_MAX) this.#overflow();
  }

  /** Whether an object that is too large or broken stands where a page may stand. */
  #mayBePage(start: number): boolean {
    const frame = this.#frame;
    return (
      this.#window.bytes[start] === Byte.openObject &&
      (frame.kind === 'page' ? isHolder(frame.key ?? '') : frame.kind !== 'rows')
    );
  }

  #overflow(): void {
    if (this.#mayBePage(this.#start)) this.#walk(this.#start);
    else this.#dropped = true;
  }

  /** Goes back to the start of an object, to walk through it as a page. */
  #walk(start: number): void {
    const outer = this.#frame;
    const level = outer.kind === 'page' ? outer.level + 1 : 1;
    if (level > LEVELS_MAX)
      this.#refuse({
        en: `holds a page within more than ${LEVELS_MAX} others`,
        zh: `含有嵌套超过 ${LEVELS_MAX} 层的分页`,
      });
    if (outer.kind === 'page') this.#hold(outer, outer.key ?? '');
    this.#frames.push({ kind: 'page', level, beside: [] });
    this.#at = start + 1;
    this.#start = -1;
  }

  /** The value from `#start` to `#at` is complete. */
  #ended(): void {
    const [start, end, frame] = [this.#start, this.#at, this.#frame];
    this.#start = -1;
    if (this.#dropped) {
      this.#dropped = false;
      if (frame.kind === 'page') delete frame.key;
      else this.#sink.reject(TOO_LARGE);
    } else if (frame.kind === 'page') this.#besideRows(start, end, frame);
    else if (this.#window.bytes[start] !== Byte.openObject) this.#sink.reject(NO_JSON_OBJECT);
    else if (this.#value.deepest > BODY_DEPTH_MAX)
      this.#sink.reject({
        en: `is nested deeper than ${BODY_DEPTH_MAX} levels`,
        zh: `嵌套超过 ${BODY_DEPTH_MAX} 层`,
      });
    else this.#object(start, end, frame);
  }

  #parsed(start: number, end: number): { text: string | undefined; value: unknown } {
    let text: string | undefined;
    try {
      text = this.#decoder.decode(this.#window.bytes.subarray(start, end));
      return { text, value: JSON.parse(text) };
    } catch {
      return { text, value: undefined };
    }
  }

  #object(start: number, end: number, frame: Frame): void {
    const { text, value } = this.#parsed(start, end);
    if (isNative(value)) {
      if (frame.kind === 'rows') takeRow(value, this.#sink, frame.ledger);
      else takeItem(value, this.#sink, this.#file);
    } else if (text === undefined) this.#sink.reject(NO_UTF8);
    else if (frame.kind !== 'rows' && mayHoldRows(text)) this.#walk(start);
    else this.#sink.reject({ en: 'is not JSON', zh: '不是 JSON' });
  }

  /** A key of a large page, or the value of one that holds no rows. */
  #besideRows(start: number, end: number, frame: PageFrame): void {
    const { value } = this.#parsed(start, end);
    if (this.#isKey) {
      this.#isKey = false;
      if (typeof value !== 'string') this.#refuse(noJsonFrom(this.#window.offset + start));
      frame.key = value;
      return;
    }
    if (value !== undefined) {
      frame.beside.push([frame.key ?? '', value]);
      delete frame.key;
    } else if (this.#mayBePage(start)) this.#walk(start);
    else this.#refuse(noJsonFrom(this.#window.offset + start));
  }

  /** The value that is being passed over can never become whole. */
  #broken(reason: Sentence): void {
    const start = this.#start;
    const isPage = this.#mayHoldRows(start);
    this.#forget();
    if (isPage) this.#walk(start);
    else {
      this.#sink.reject(reason);
      if (this.#lines) this.#frames.length = 1;
    }
  }

  /** Whether the value from `start` to here, which is not whole, is a page whose rows may be. */
  #mayHoldRows(start: number): boolean {
    return !this.#dropped && this.#mayBePage(start) && mayHoldRows(this.#parsed(start, this.#at).text ?? '');
  }

  #forget(): void {
    this.#start = -1;
    this.#isKey = false;
    this.#dropped = false;
  }
}
