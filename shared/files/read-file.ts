import type { Rejection } from '../rejections.ts';
import type { Sentence } from '../sentence.ts';
import { chunksOf, peek, wholeOf } from './chunks.ts';
import { type CsvDialect, dialectOf } from './csv/csv-dialect.ts';
import { CsvScanner } from './csv/csv-scanner.ts';
import { type Damage, gunzip, isGzip } from './gunzip.ts';
import { JsonScanner } from './json/json-scanner.ts';
import type { PageMarks } from './json/page-marks.ts';
import { HEAD_BYTES_MAX } from './limits.ts';
import { BrokenOff, EMPTY, type NativeFile, type OnBreak, unreadable } from './native-file.ts';
import { type Batch, RowSink } from './row-sink.ts';
import { type Encoding, utf8Of } from './utf8.ts';

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

type Scanner = Pick<JsonScanner, 'push' | 'end'>;

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

/** How a text begins: each line of it is a value of its own, or it is a table. */
type Start = { readonly lines: boolean } | { readonly table: CsvDialect };

/** How dumps of databases begin: with a comment, or with a statement. */
const SQL = [
  '--',
  '/*',
  'BEGIN;',
  'INSERT INTO ',
  'CREATE TABLE ',
  'DROP TABLE ',
  'BEGIN TRANSACTION',
  'PRAGMA ',
  'SET NAMES ',
];

function startOf(head: Uint8Array, file: string): Start {
  const whole = head.length < HEAD_BYTES_MAX;
  const text = new TextDecoder().decode(head);
  const begun = text.trimStart();
  const [first] = begun;
  if (first === undefined) throw unreadable(file, EMPTY);
  if (first === '{' || first === '[') return { lines: areLines(text, whole) };
  if (first === '<')
    throw unreadable(file, {
      en: 'is HTML or XML: perhaps a login page was saved instead of an export',
      zh: '是 HTML 或 XML：可能保存的是登录页面，而不是导出文件',
    });
  if (SQL.some((start) => begun.slice(0, start.length).toUpperCase() === start))
    throw unreadable(file, {
      en: 'is an SQL dump; export the table as CSV or JSON',
      zh: '是 SQL 转储；请将该表导出为 CSV 或 JSON',
    });
  return { table: dialectOf(text, whole, file) };
}

function shapeOf(start: Start): Pick<FileFormat, 'text' | 'delimiter' | 'columns'> {
  if (!('table' in start)) return { text: start.lines ? 'jsonLines' : 'json' };
  const { delimiter, columns } = start.table;
  return { text: 'table', delimiter, columns };
}

const FOLLOWED: Sentence = {
  en: 'has other bytes after the end of its gzip data: perhaps text was appended to it. Unpack both and join them',
  zh: '在 gzip 数据结束之后还有其他内容：可能有文本追加到了文件末尾。请分别解压后再合并',
};

/** @param row the last one that is whole */
const refusalOf = (damage: Damage, file: string, row: number): Rejection =>
  damage === 'followed'
    ? unreadable(file, FOLLOWED)
    : new BrokenOff(file, {
        en: `breaks off after row ${row}: its gzip data is damaged or cut off there`,
        zh: `在第 ${row} 行之后中断：gzip 数据已损坏或被截断`,
      });

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

/**
 * Opens a file of native rows and tells by its content what it is: gzip or not; UTF-8, UTF-16 or GBK; JSON in any
 * envelope that normalize takes, pages or a ReconciliationInput, several documents, JSON Lines; or a
 * table. Rows come in constant memory. A row that cannot be read is a value in the batch; whatever makes the whole
 * file unreadable is thrown.
 * @param isPartial a file that breaks off is read as far as it goes, and `brokenOff` says so
 * @throws Rejection `invalid_request` whose detail names the file; from the batches, too
 */
export async function openFile(file: NativeFile, isPartial = false): Promise<OpenFile> {
  const { name } = file;
  let broken: BrokenOff | undefined;
  const note: OnBreak = (error) => {
    broken = error;
  };
  let damage: Damage | undefined;
  const onDamage = (found: Damage) => {
    damage = found;
  };
  const source = chunksOf(file.bytes);
  try {
    // Just enough of it to know what it is and how to go on.
    const raw = await peek(source, HEAD_BYTES_MAX);
    const gzip = isGzip(raw.head);
    const plain = gzip ? await peek(gunzip(wholeOf(raw), onDamage), HEAD_BYTES_MAX) : raw;
    if (damage && plain.head.length === 0) throw refusalOf(damage, name, 0);
    const text = await utf8Of(plain, name);
    const start = startOf(text.head, name);
    const sink = new RowSink(name);
    const scanner =
      'table' in start
        ? new CsvScanner(name, sink, start.table, text.markBytes)
        : new JsonScanner(name, sink, start.lines, text.markBytes);
    async function* chunks() {
      yield* wholeOf(text);
      // Before what stands last is taken for a row.
      if (damage) throw refusalOf(damage, name, sink.last);
    }
    return {
      name,
      format: { ...shapeOf(start), gzip, encoding: text.encoding() },
      batches: () => scanned(scanner, sink, chunks(), source, isPartial ? note : undefined),
      brokenOff: () => broken?.said,
      passed: () => sink.passed,
      pages: () => sink.pages,
      settings: () => sink.settings,
    };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}
