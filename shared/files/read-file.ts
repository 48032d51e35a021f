import { billTotals } from '../connectors/bills/registry.ts';
import type { Sentence } from '../sentence.ts';
import { BrokenOff, type OnBreak } from './broken-off.ts';
import { chunksOf, peek } from './chunks.ts';
import { dialectOf } from './csv/csv-dialect.ts';
import { CsvScanner } from './csv/csv-scanner.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { JsonScanner } from './json/json-scanner.ts';
import type { PageMarks } from './json/page-marks.ts';
import { HEAD_BYTES_MAX } from './limits.ts';
import { type NativeFile, unreadable } from './native-file.ts';
import { type Batch, RowSink, type ScanState } from './row-sink.ts';
import { type Encoding, type Utf8Text, utf8Of } from './utf8.ts';

/** What a file is, by its content. */
interface FileFormat {
  readonly text: 'json' | 'jsonLines' | 'table';
  readonly gzip: boolean;
  readonly encoding: Encoding;
  /** Of a table. */
  readonly delimiter?: string;
  readonly columns?: readonly string[];
}

export interface OpenFile {
  readonly name: string;
  readonly format: FileFormat;
  /** The rows, as the bytes come in. May be walked once; stopping early closes the source. */
  readonly batches: () => AsyncGenerator<Batch>;
  /** Lines of a table that are no rows, as far as they have been read. */
  readonly passed: () => number;
  /** How a file breaks off that is read as far as it goes. */
  readonly brokenOff: () => Sentence | undefined;
  /** What its pages show about pages that it lacks, as far as they have been read. */
  readonly pages: () => Pick<PageMarks, 'total' | 'skipped'>;
  /** What a ReconciliationInput says beside its ledgers, once it has been read. */
  readonly settings: () => Readonly<Record<string, unknown>> | undefined;
}

interface Scanner {
  push(chunk: Uint8Array): void;
  end(part?: boolean): void;
}

const BRACES: ReadonlySet<string> = new Set(['{', '[']);

const isObject = (line: string): boolean => {
  try {
    return line.startsWith('{') && typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** Whether lines are values of their own: half of the first ones and more are. */
function areLines(head: string, whole: boolean): boolean {
  const lines = head
    .split('\n')
    .slice(0, whole ? undefined : -1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 20);
  const objects = lines.filter(isObject).length;
  return head.trimStart().startsWith('{') && lines.length > 1 && 2 * objects >= lines.length;
}

const scanOf = (state: ScanState, lines: boolean, sink: RowSink, file: string, offset: number): Scanner =>
  'json' in state
    ? new JsonScanner(file, sink, lines, offset, state.json)
    : new CsvScanner(file, sink, state.csv, billTotals(), offset);

/** How a text begins: where a scanner starts. */
function startOf(head: Uint8Array, file: string): { state: ScanState; lines: boolean } {
  const whole = head.length < HEAD_BYTES_MAX;
  const text = new TextDecoder().decode(head);
  const first = text.trimStart()[0];
  if (first === undefined)
    throw unreadable(file, {
      en: 'is empty: it holds no byte that says anything. A list without rows is [], a table without rows its header',
      zh: '是空文件：没有任何内容。没有记录的列表应为 []，没有记录的表格应只有表头',
    });
  if (BRACES.has(first)) return { state: { json: [] }, lines: areLines(text, whole) };
  if (first === '<')
    throw unreadable(file, {
      en: 'is HTML or XML: perhaps a login page was saved instead of an export',
      zh: '是 HTML 或 XML：可能保存的是登录页面，而不是导出文件',
    });
  return { state: { csv: { dialect: dialectOf(text, whole, file), record: 0, ended: false } }, lines: false };
}

const formatOf = (
  { state, lines }: ReturnType<typeof startOf>,
  gzip: boolean,
  text: Utf8Text,
): FileFormat => {
  const common = { gzip, encoding: text.encoding() };
  if ('json' in state) return { text: lines ? 'jsonLines' : 'json', ...common };
  const { delimiter, columns } = state.csv.dialect;
  return { text: 'table', ...common, delimiter, columns };
};

/** @param source closed at the end, however it comes: a stage that never started would not pass that on */
async function* scanned(
  scanner: Scanner,
  sink: RowSink,
  chunks: AsyncGenerator<Uint8Array>,
  source: AsyncGenerator<Uint8Array>,
  part: boolean,
  onBreak: OnBreak | undefined,
): AsyncGenerator<Batch> {
  try {
    for await (const chunk of chunks) {
      scanner.push(chunk);
      yield sink.take();
    }
    scanner.end(part);
    yield sink.take();
  } catch (error) {
    if (onBreak === undefined || !(error instanceof BrokenOff)) throw error;
    onBreak(error);
    yield sink.take();
  } finally {
    await source.return(undefined);
  }
}

/** Reads just enough of a file to know what it is and how to go on. */
async function begin(file: NativeFile, onBreak?: OnBreak) {
  const source = chunksOf(file.bytes);
  try {
    const raw = await peek(source, HEAD_BYTES_MAX);
    const gzip = isGzip(raw.head);
    const plain = gzip ? await peek(gunzip(raw.all, file.name, onBreak), HEAD_BYTES_MAX) : raw;
    const text = await utf8Of(plain, file.name);
    const start = startOf(text.head, file.name);
    return { source, text, start, format: formatOf(start, gzip, text) };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}

/**
 * Opens a file of native rows and tells by its content what it is: gzip or not; UTF-8, UTF-16 or GBK; JSON in any
 * envelope that normalize takes, pages or a ReconciliationInput, of any size, several documents, JSON Lines; or a
 * table. Rows come in constant memory. A row that cannot be read is a value in the batch; whatever makes the whole
 * file unreadable is thrown.
 * @param isPartial a file that breaks off is read as far as it goes, and `brokenOff` says so
 * @throws Rejection `invalid_request` whose detail names the file; from the batches, too
 */
export async function openFile(file: NativeFile, isPartial = false): Promise<OpenFile> {
  let broken: BrokenOff | undefined;
  const note: OnBreak = (error) => {
    broken ??= error;
  };
  const onBreak = isPartial ? note : undefined;
  const { source, text, start, format } = await begin(file, onBreak);
  const sink = new RowSink(file.name);
  const scanner = scanOf(start.state, start.lines, sink, file.name, text.markBytes);
  return {
    name: file.name,
    format,
    batches: () => scanned(scanner, sink, text.all, source, false, onBreak),
    brokenOff: () => broken?.said,
    passed: () => sink.passed,
    pages: () => sink.pages,
    settings: () => sink.settings,
  };
}

/** A piece of a file that starts and ends between two rows. Plain data. */
export interface FilePart {
  /** Of its bytes in the file, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Number of the last row before it. */
  readonly row: number;
  readonly last: boolean;
  readonly lines: boolean;
  readonly state: ScanState;
}

/**
 * Where a file can be split for several readers: one pass over its bytes, because only what stands before a byte
 * says whether it lies within a row, within text, or between quotes. The parts together are the whole file.
 * A file that is packed or not UTF-8 cannot be read from its middle: `undefined`.
 * @param partBytes a part ends at the first place between two rows after so many bytes
 * @throws Rejection as reading the file would
 */
export async function splitPoints(file: NativeFile, partBytes: number): Promise<FilePart[] | undefined> {
  const { source, text, start, format } = await begin(file);
  const { lines } = start;
  const parts: FilePart[] = [];
  let part = { start: text.markBytes, row: 0, state: start.state };
  const sink = new RowSink(file.name, 0, (offset, row, state) => {
    if (offset - part.start < partBytes) return;
    parts.push({ ...part, end: offset, last: false, lines });
    part = { start: offset, row, state: state() };
  });
  const scanner = scanOf(start.state, lines, sink, file.name, text.markBytes);
  let length = text.markBytes;
  try {
    if (format.gzip) return undefined;
    for await (const chunk of text.all) {
      if (text.encoding() !== 'utf-8') return undefined;
      length += chunk.length;
      scanner.push(chunk);
      sink.take();
    }
    scanner.end(true);
    return [...parts, { ...part, end: length, last: true, lines }];
  } finally {
    await source.return(undefined);
  }
}

/** The rows of one part, from its bytes alone; the same rows, with the same numbers, as in the whole file. */
export async function* readPart(file: NativeFile, part: FilePart): AsyncGenerator<Batch> {
  const sink = new RowSink(file.name, part.row);
  const scanner = scanOf(part.state, part.lines, sink, file.name, part.start);
  // What is left open at the end of an inner part goes on in the next one.
  const source = chunksOf(file.bytes);
  yield* scanned(scanner, sink, source, source, !part.last, undefined);
}
