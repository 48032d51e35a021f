import { BODY_DEPTH_MAX } from '../limits.ts';
import {
  failure,
  failureMessage,
  HOLDERS,
  isPage,
  isRow,
  LEVELS_MAX,
} from '../normalizer/intake/envelope.ts';
import { isNative, type Native } from '../normalizer/intake/native.ts';
import { pagesOf } from '../normalizer/intake/pages.ts';
import { unfolded } from '../normalizer/intake/unfold.ts';
import { ByteWindow } from './byte-window.ts';
import type { Frame, PageFrame } from './json-frames.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import { LEDGER_NAMES, type LedgerName, unreadable } from './native-file.ts';
import type { RowSink } from './row-sink.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
/** Ends a number or a word. */
const endsScalar = (byte: number): boolean =>
  isBlank(byte) || byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;

/** What a byte outside of text means for a value that is being passed over. */
const Means = { nothing: 0, quote: 1, open: 2, close: 3, newline: 4 } as const;
const MEANING = new Uint8Array(256);
MEANING[QUOTE] = Means.quote;
MEANING[OPEN_ARRAY] = MEANING[OPEN_OBJECT] = Means.open;
MEANING[CLOSE_ARRAY] = MEANING[CLOSE_OBJECT] = Means.close;
MEANING[NEWLINE] = Means.newline;

/** What a byte within text means. A raw line break cannot stand there: the text before it was never closed. */
const ENDS_TEXT = new Uint8Array(256);
ENDS_TEXT[QUOTE] = ENDS_TEXT[BACKSLASH] = ENDS_TEXT[NEWLINE] = 1;

const isHolder = (key: string): boolean => (HOLDERS as readonly string[]).includes(key);
const isLedger = (key: string): key is LedgerName => (LEDGER_NAMES as readonly string[]).includes(key);

/** The ReconciliationInput that an object is, or that a reply holds. */
const inputOf = (value: Native): Native | undefined => {
  if (Array.isArray(value.downstreamUsage)) return value;
  return isNative(value.data) && Array.isArray(value.data.downstreamUsage) ? value.data : undefined;
};
/** How far into a broken text its first array is looked for. */
const BROKEN_HEAD_MAX = 2000;
const OPENINGS = [...HOLDERS, ...LEDGER_NAMES].map((key) => `"${key}":[{`);

/** A page whose text is broken somewhere: its good rows are worth finding. What may be a row itself is none. */
function holdsRows(text: string): boolean {
  const head = text.slice(0, BROKEN_HEAD_MAX).replaceAll(/\s/g, '');
  const array = head.indexOf('[');
  const before = head.slice(0, array);
  const mayBeRow = before.includes('"created_at":') || before.includes('"id":');
  return array >= 0 && !mayBeRow && OPENINGS.some((opening) => head.slice(0, array + 2).endsWith(opening));
}

/**
 * Finds the rows of JSON text piece by piece: bare arrays, pages, arrays of pages, one ReconciliationInput, JSON
 * Lines, several documents in a row. It looks for the ends of rows byte by byte and leaves each row to
 * `JSON.parse`, so that a row reads exactly as in a request, at the platform's own speed. What is no larger than a
 * row may be is looked at whole and judged by the rules of the API; only larger pages are walked through.
 */
export class JsonScanner {
  readonly #window: ByteWindow;
  readonly #frames: Frame[];
  readonly #sink: RowSink;
  readonly #file: string;
  readonly #lines: boolean;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #at = 0;
  /** Start of the value that is being passed over, or -1 between values. */
  #start = -1;
  #isKey = false;
  /** The value is too large and only passed over. */
  #dropped = false;
  #depth = 0;
  #deepest = 0;
  #inText = false;

  /**
   * @param lines each line is a value of its own, so that a broken one ends where its line does
   * @param frames where reading goes on, if not at the beginning
   */
  constructor(file: string, sink: RowSink, lines: boolean, offset = 0, frames: readonly Frame[] = []) {
    this.#file = file;
    this.#sink = sink;
    this.#lines = lines;
    this.#window = new ByteWindow(offset);
    this.#frames = frames.length > 0 ? structuredClone([...frames]) : [{ kind: 'sequence' }];
  }

  get #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  push(chunk: Uint8Array): void {
    const keep = this.#start < 0 || this.#dropped ? Math.min(this.#at, this.#window.length) : this.#start;
    this.#window.append(chunk, keep);
    this.#at -= keep;
    if (this.#start >= 0) this.#start -= this.#dropped ? this.#start : keep;
    this.#run();
  }

  /** @param part the bytes are a part of the file that ends between two rows */
  end(part = false): void {
    if (this.#start >= 0) {
      const scalar = this.#depth === 0 && !this.#inText;
      this.#at = this.#window.length;
      if (scalar) this.#ended();
      else if (this.#broken('breaks off: the file ends within it')) {
        this.#run();
        this.end(part);
      }
    } else if (this.#frames.length > 1 && !part) this.#sink.reject('is missing: the file breaks off here');
  }

  #run(): void {
    while (this.#at < this.#window.length)
      if (this.#start >= 0) this.#pass();
      else this.#next();
  }

  /** One byte between values. */
  #next(): void {
    const byte = this.#window.bytes[this.#at] as number;
    if (isBlank(byte)) {
      this.#at++;
      // A page on a line of its own ends there, whatever it lacks.
      if (byte === NEWLINE && this.#lines && this.#frames.length > 1) this.#cut();
      return;
    }
    const frame = this.#frame;
    if (frame.kind === 'page') this.#withinPage(byte, frame);
    else if (byte === COMMA) this.#at++;
    else if (byte === CLOSE_ARRAY && frame.kind !== 'sequence') {
      this.#at++;
      this.#frames.pop();
      this.#between();
    } else if (byte === OPEN_ARRAY && frame.kind === 'sequence') {
      this.#at++;
      this.#frames.push({ kind: 'items' });
    } else this.#begin(byte);
  }

  #cut(): void {
    this.#sink.reject('breaks off: its line ends within it');
    this.#frames.length = 1;
  }

  #withinPage(byte: number, frame: PageFrame): void {
    const { key } = frame;
    if (byte === COMMA) this.#at++;
    else if (key === undefined && byte === QUOTE) {
      this.#isKey = true;
      this.#begin(byte);
    } else if (key === undefined && byte === CLOSE_OBJECT) {
      this.#at++;
      this.#frames.pop();
      this.#judge(frame);
      this.#between();
    } else if (key !== undefined && byte === COLON) this.#at++;
    else if (key !== undefined && byte === OPEN_ARRAY && (isHolder(key) || isLedger(key))) {
      this.#at++;
      this.#hold(frame, key);
      this.#frames.push(isLedger(key) ? { kind: 'rows', ledger: key } : { kind: 'rows' });
    } else if (key !== undefined && byte !== CLOSE_OBJECT && byte !== CLOSE_ARRAY) this.#begin(byte);
    else this.#refuse(`is no JSON from byte ${this.#window.offset + this.#at} on`);
  }

  #refuse(sentence: string): never {
    throw unreadable(this.#file, sentence);
  }

  #hold(frame: PageFrame, key: string): void {
    delete frame.key;
    if (frame.holder !== undefined && !(isLedger(frame.holder) && isLedger(key)))
      this.#refuse(`holds rows in ${frame.holder} and in ${key}; keep one of them`);
    frame.holder = key;
  }

  #begin(byte: number): void {
    this.#start = this.#at++;
    this.#inText = byte === QUOTE;
    this.#depth = MEANING[byte] === Means.open ? 1 : 0;
    this.#deepest = this.#depth;
  }

  /** Passes over bytes of a value, up to its end or the end of the window. */
  #pass(): void {
    if (this.#depth === 0 && !this.#inText) this.#passScalar();
    else this.#passStructure();
    if (this.#start >= 0 && !this.#dropped && this.#at - this.#start > ROW_BYTES_MAX) this.#overflow();
  }

  #passScalar(): void {
    const { bytes, length } = this.#window;
    let at = this.#at;
    while (at < length && !endsScalar(bytes[at] as number)) at++;
    this.#at = at;
    if (at < length) this.#ended();
  }

  /** The loop that sees every byte of a file once. */
  #passStructure(): void {
    const { bytes } = this.#window;
    // Not beyond the largest row, so that what is too large is noticed where it is.
    const length = this.#dropped
      ? this.#window.length
      : Math.min(this.#window.length, this.#start + ROW_BYTES_MAX + 1);
    let [at, depth, inText] = [this.#at, this.#depth, this.#inText];
    while (at < length) {
      const byte = bytes[at++] as number;
      if (inText) {
        if (ENDS_TEXT[byte] === 0) continue;
        if (byte === BACKSLASH) {
          at++;
          continue;
        }
        inText = false;
        if (byte === QUOTE && depth > 0) continue;
        if (byte === NEWLINE && depth > 0 && !this.#lines) continue;
      }
      const meaning = MEANING[byte];
      if (meaning === Means.nothing) continue;
      if (meaning === Means.newline) {
        if (!this.#lines && depth > 0) continue;
        [this.#at, this.#depth, this.#inText] = [at, depth, inText];
        this.#broken('breaks off: its line ends within it');
        return;
      }
      if (meaning === Means.open) {
        depth++;
        if (depth > this.#deepest) this.#deepest = depth;
        continue;
      }
      if (meaning === Means.quote && depth > 0) {
        inText = true;
        continue;
      }
      if (meaning === Means.close) depth--;
      if (depth > 0) continue;
      [this.#at, this.#depth, this.#inText] = [at, 0, false];
      this.#ended();
      return;
    }
    [this.#at, this.#depth, this.#inText] = [at, depth, inText];
  }

  /** Whether an object that is too large or broken stands where a page may stand. */
  #mayBePage(start: number): boolean {
    const frame = this.#frame;
    return (
      this.#window.bytes[start] === OPEN_OBJECT &&
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
    if (level > LEVELS_MAX) this.#refuse(`holds a page within more than ${LEVELS_MAX} others`);
    if (outer.kind === 'page') this.#hold(outer, outer.key ?? '');
    this.#frames.push({ kind: 'page', level, beside: [] });
    this.#at = start + 1;
    this.#start = -1;
    this.#inText = false;
  }

  #between(): void {
    this.#sink.between(this.#window.offset + this.#at, () => ({ json: structuredClone(this.#frames) }));
  }

  /** The value from `#start` to `#at` is complete. */
  #ended(): void {
    const [start, end, frame] = [this.#start, this.#at, this.#frame];
    this.#start = -1;
    if (this.#dropped) {
      this.#dropped = false;
      if (frame.kind === 'page') delete frame.key;
      else this.#sink.reject(`has more than ${ROW_BYTES_MAX} bytes`);
    } else if (frame.kind === 'page') this.#besideRows(start, end, frame);
    else if (this.#window.bytes[start] !== OPEN_OBJECT) this.#sink.reject('must be a JSON object');
    else if (this.#deepest > BODY_DEPTH_MAX)
      this.#sink.reject(`is nested deeper than ${BODY_DEPTH_MAX} levels`);
    else this.#object(start, end, frame);
    this.#between();
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
      if (frame.kind === 'rows') this.#rows(value, frame.ledger);
      else this.#item(value);
    } else if (text === undefined) this.#sink.reject('is not UTF-8');
    else if (frame.kind !== 'rows' && holdsRows(text)) this.#walk(start);
    else this.#sink.reject('is not JSON');
  }

  /** A value that stands alone or in an outer array: a row, a page of rows, or a whole ReconciliationInput. */
  #item(value: Native): void {
    const input = inputOf(value);
    if (input) {
      for (const ledger of LEDGER_NAMES)
        for (const row of Array.isArray(input[ledger]) ? (input[ledger] as unknown[]) : [])
          this.#held(row, ledger);
      this.#sink.settings = input;
    } else if (isPage(value))
      for (const row of pagesOf(value, this.#file, Number.POSITIVE_INFINITY).rows) this.#held(row);
    else this.#rows(value);
  }

  /** A row, or the rows that a row of a provider's bill holds. */
  #rows(value: Native, ledger?: LedgerName): void {
    for (const row of unfolded(value)) this.#held(row, ledger);
  }

  #held(row: unknown, ledger?: LedgerName): void {
    if (isNative(row)) this.#sink.row(row, undefined, ledger);
    else this.#sink.reject('must be a JSON object');
  }

  /** A key of a large page, or the value of one that holds no rows. */
  #besideRows(start: number, end: number, frame: PageFrame): void {
    const { value } = this.#parsed(start, end);
    if (this.#isKey) {
      this.#isKey = false;
      if (typeof value !== 'string') this.#refuse(`is no JSON from byte ${this.#window.offset + start} on`);
      frame.key = value;
      return;
    }
    if (value !== undefined) {
      frame.beside.push([frame.key ?? '', value]);
      delete frame.key;
    } else if (this.#mayBePage(start)) this.#walk(start);
    else this.#refuse(`is no JSON from byte ${this.#window.offset + start} on`);
  }

  /** A large page has ended: what stood beside its rows says whether it was one. */
  #judge({ beside, holder }: PageFrame): void {
    const envelope: Native = Object.fromEntries(beside);
    if (isRow(envelope)) this.#refuse('holds a row that is too large, or a page that looks like one');
    const sentence = failure(envelope);
    if (sentence !== undefined) throw unreadable(this.#file, sentence, failureMessage(envelope));
    if (holder === undefined)
      for (const row of pagesOf(envelope, this.#file, Number.POSITIVE_INFINITY).rows) this.#held(row);
    else if (isLedger(holder)) this.#sink.settings = envelope;
  }

  /** The value that is being passed over can never become whole. Whether it is a page whose rows may be. */
  #broken(reason: string): boolean {
    const [start, end, dropped] = [this.#start, this.#at, this.#dropped];
    this.#start = -1;
    this.#inText = false;
    this.#isKey = false;
    this.#dropped = false;
    if (!dropped && this.#mayBePage(start) && holdsRows(this.#parsed(start, end).text ?? '')) {
      this.#walk(start);
      return true;
    }
    this.#sink.reject(reason);
    if (this.#lines) this.#frames.length = 1;
    return false;
  }
}
