import type { Sentence } from '../sentence.ts';
import { BrokenOff, type OnBreak } from './broken-off.ts';
import { chunksOf, peek } from './chunks.ts';
import { type CsvDialect, dialectOf } from './csv/csv-dialect.ts';
import { CsvScanner } from './csv/csv-scanner.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { JsonScanner } from './json/json-scanner.ts';
import type { PageMarks } from './json/page-marks.ts';
import { HEAD_BYTES_MAX } from './limits.ts';
import { EMPTY, type NativeFile, unreadable } from './native-file.ts';
import { type Batch, RowSink } from './row-sink.ts';
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
  readonly pages: () => Pick<PageMarks, 'total' | 'isNumbered' | 'skipped' | 'untold' | 'follows'>;
  /** What a ReconciliationInput says beside its ledgers, once it has been read. */
  readonly settings: () => Readonly<Record<string, unknown>> | undefined;
}

interface Scanner {
  push(chunk: Uint8Array): void;
  end(): void;
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

/** How a text begins. */
interface Start {
  /** Of a table. */
  readonly table?: CsvDialect;
  /** Each line is a value of its own. */
  readonly lines: boolean;
}

const scanOf = ({ table, lines }: Start, sink: RowSink, file: string, offset: number): Scanner =>
  table === undefined
    ? new JsonScanner(file, sink, lines, offset)
    : new CsvScanner(file, sink, table, offset);

/** How dumps of databases begin: with a comment, or with a statement. */
const SQL =
  /^\s*(?:--|\/\*|BEGIN;|(?:INSERT INTO|CREATE TABLE|DROP TABLE|BEGIN TRANSACTION|PRAGMA|SET NAMES)\b)/i;

function startOf(head: Uint8Array, file: string): Start {
  const whole = head.length < HEAD_BYTES_MAX;
  const text = new TextDecoder().decode(head);
  const first = text.trimStart()[0];
  if (first === undefined) throw unreadable(file, EMPTY);
  if (BRACES.has(first)) return { lines: areLines(text, whole) };
  if (first === '<')
    throw unreadable(file, {
      en: 'is HTML or XML: perhaps a login page was saved instead of an export',
      zh: '是 HTML 或 XML：可能保存的是登录页面，而不是导出文件',
    });
  if (SQL.test(text))
    throw unreadable(file, {
      en: 'is an SQL dump; export the table as CSV or JSON',
      zh: '是 SQL 转储；请将该表导出为 CSV 或 JSON',
    });
  return { table: dialectOf(text, whole, file), lines: false };
}

const formatOf = ({ table, lines }: Start, gzip: boolean, text: Utf8Text): FileFormat => {
  const common = { gzip, encoding: text.encoding() };
  if (table === undefined) return { text: lines ? 'jsonLines' : 'json', ...common };
  const { delimiter, columns } = table;
  return { text: 'table', ...common, delimiter, columns };
};

/** @param source closed at the end, however it comes: a stage that never started would not pass that on */
async function* scanned(
  scanner: Scanner,
  sink: RowSink,
  chunks: AsyncGenerator<Uint8Array>,
  source: AsyncGenerator<Uint8Array>,
  onBreak: OnBreak | undefined,
): AsyncGenerator<Batch> {
  try {
    for await (const chunk of chunks) {
      scanner.push(chunk);
      yield sink.take();
    }
    scanner.end();
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
  const scanner = scanOf(start, sink, file.name, text.markBytes);
  return {
    name: file.name,
    format,
    batches: () => scanned(scanner, sink, text.all, source, onBreak),
    brokenOff: () => broken?.said,
    passed: () => sink.passed,
    pages: () => sink.pages,
    settings: () => sink.settings,
  };
}
