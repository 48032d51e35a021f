import type { Rejection } from '../rejections.ts';
import type { Sentence } from '../sentence.ts';
import { peek, readChunks, rejoin } from './chunks.ts';
import { type CsvDialect, detectCsvDialect } from './csv/csv-dialect.ts';
import { CsvScanner } from './csv/csv-scanner.ts';
import { HEAD_BYTES_MAX } from './file-limits.ts';
import { type GzipFault, gunzip, isGzip } from './gunzip.ts';
import { JsonScanner } from './json/json-scanner.ts';
import type { PageTracker } from './json/page-tracker.ts';
import type { Mapping } from './mapping/mapping.ts';
import { type Batch, RowSink } from './row-sink.ts';
import { EMPTY_FILE, type OnTruncation, rejectFile, type SourceFile, TruncatedFile } from './source-file.ts';
import { type Encoding, toUtf8 } from './utf8.ts';

interface FileFormat {
  readonly text: 'json' | 'jsonLines' | 'table';
  readonly gzip: boolean;
  readonly encoding: Encoding;
  readonly delimiter?: string;
  readonly columns?: readonly string[];
}

/** A file whose format has been detected and whose rows can be read. */
export interface OpenFile {
  readonly format: FileFormat;
  /** Streams the rows. Can be iterated once; stopping early closes the source. */
  readonly batches: () => AsyncGenerator<Batch>;
  /** Whether the table lacks the last line that its mapping expects (`end`); valid once all rows have been read. */
  readonly lacksEnd: () => boolean;
  /** Where a file opened with `isPartial` is cut off; `undefined` if it is complete or has not been read to its end. */
  readonly truncation: () => Sentence | undefined;
  /** Signs of missing pages in the part read so far. */
  readonly pageInfo: () => Pick<
    PageTracker,
    'total' | 'isNumbered' | 'missingIds' | 'withoutTotal' | 'hasMorePages'
  >;
}

type Scanner = Pick<JsonScanner, 'push' | 'end'>;

const isObjectText = (line: string): boolean => {
  try {
    return line.startsWith('{') && typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** Whether a text is JSON Lines: at least half of its first lines are objects. */
function isJsonLines(head: string, isComplete: boolean): boolean {
  const lines = head
    .split('\n')
    .slice(0, isComplete ? undefined : -1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 20);
  const objects = lines.filter(isObjectText).length;
  return head.trimStart().startsWith('{') && lines.length > 1 && 2 * objects >= lines.length;
}

/** Detected type of a text: JSON, with or without separate values on lines, or a table. */
interface TextType extends Pick<FileFormat, 'text'> {
  readonly table?: CsvDialect;
}

const SQL_BEGINNINGS = [
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

/** Beginnings of texts around JSON: a reply with its headers, JavaScript, JSON within a text. */
const AROUND_JSON = ['HTTP/', '//', 'VAR ', 'LET ', 'CONST ', '"{\\"', '"[{\\"'];

/** Detects the type of a text by its beginning. Throws a Rejection for empty files, HTML, XML and SQL. */
function detectType(head: Uint8Array, file: string, mapping: Mapping | undefined): TextType {
  const isComplete = head.length < HEAD_BYTES_MAX;
  const text = new TextDecoder().decode(head);
  const trimmed = text.trimStart();
  const [first] = trimmed;
  if (first === undefined) throw rejectFile(file, EMPTY_FILE);
  if (first === '{' || first === '[') return { text: isJsonLines(text, isComplete) ? 'jsonLines' : 'json' };
  if (first === '<')
    throw rejectFile(file, {
      en: 'is HTML or XML, perhaps a login page that was saved instead of the export. Export it again',
      zh: '是 HTML 或 XML，可能保存成了登录页面而不是导出文件。请重新导出',
    });
  const beginsWith = (start: string) => trimmed.slice(0, start.length).toUpperCase() === start;
  if (AROUND_JSON.some(beginsWith))
    throw rejectFile(file, {
      en: 'has other text around its JSON. Keep only the JSON',
      zh: '在 JSON 之外还有其他文本，请只保留 JSON',
    });
  if (SQL_BEGINNINGS.some(beginsWith))
    throw rejectFile(file, {
      en: 'is an SQL dump. Export the table as CSV or JSON',
      zh: '是 SQL 转储文件。请将该表导出为 CSV 或 JSON',
    });
  return { text: 'table', table: detectCsvDialect(text, isComplete, file, mapping) };
}

/** Builds the rejection for gzip data that is faulty after row `row`. */
const buildRejection = (damage: GzipFault, file: string, row: number): Rejection =>
  damage === 'followed'
    ? rejectFile(file, {
        en: 'has other data after its gzip data, perhaps text that was appended. Decompress the file and join the parts as text',
        zh: '在 gzip 数据之后还有其他内容，可能追加了未压缩的文本。请解压后再合并',
      })
    : new TruncatedFile(file, {
        en: `cannot be read after row ${row}: its gzip data is damaged or cut off there. Download it again`,
        zh: `第 ${row} 行之后无法读取：gzip 数据已损坏或被截断。请重新下载`,
      });

/** Most bytes of a batch. Rows of larger batches would outlive garbage collections, each of which copies them. */
const BATCH_BYTES = 64 * 1024;

/** Scans chunks and yields the rows of each. Closes the source: generators that have not started would not close it. */
async function* scan(
  scanner: Scanner,
  sink: RowSink,
  chunks: AsyncGenerator<Uint8Array>,
  source: AsyncGenerator<Uint8Array>,
  onBreak: OnTruncation | undefined,
): AsyncGenerator<Batch> {
  try {
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += BATCH_BYTES) {
        scanner.push(chunk.subarray(at, at + BATCH_BYTES));
        yield sink.takeBatch();
      }
    scanner.end();
    yield sink.takeBatch();
  } catch (error) {
    if (onBreak === undefined || !(error instanceof TruncatedFile)) throw error;
    onBreak(error);
    yield sink.takeBatch();
  } finally {
    await source.return(undefined);
  }
}

/**
 * Opens a file and detects its format: packed with gzip or not; UTF-8, UTF-16 or GBK; JSON (every form that the API
 * accepts, a ReconciliationInput, several documents, JSON Lines) or a table. Rows are streamed in constant memory; rows
 * that cannot be read are listed in the batches as rejected.
 * @param isPartial whether to read a file that is cut off up to that point, and to describe the point by `truncation`;
 * otherwise such a file is rejected
 * @throws Rejection `invalid_request` whose detail names the file, also while iterating over the batches
 */
export async function openFile(file: SourceFile, isPartial = false, mapping?: Mapping): Promise<OpenFile> {
  const { name } = file;
  let broken: TruncatedFile | undefined;
  const onBreak: OnTruncation = (error) => {
    broken = error;
  };
  let damage: GzipFault | undefined;
  const onDamage = (fault: GzipFault) => {
    damage = fault;
  };
  const source = readChunks(file.bytes);
  try {
    // Detect the format from the beginning of the file.
    const raw = await peek(source, HEAD_BYTES_MAX);
    const gzip = isGzip(raw.head);
    const plain = gzip ? await peek(gunzip(rejoin(raw), onDamage), HEAD_BYTES_MAX) : raw;
    if (damage && plain.head.length === 0) throw buildRejection(damage, name, 0);
    const text = await toUtf8(plain, name);
    const { text: type, table } = detectType(text.head, name, mapping);
    const sink = new RowSink();
    const scanner = table
      ? new CsvScanner(name, sink, table, text.markBytes)
      : new JsonScanner(name, sink, type === 'jsonLines', text.markBytes);
    const columns = table && { delimiter: table.delimiter, columns: table.columns };
    async function* chunks() {
      yield* rejoin(text);
      // Damaged gzip data ends the text like a complete file. Throw before the scanner reads the incomplete end as a row.
      if (damage) throw buildRejection(damage, name, sink.lastRow);
    }
    return {
      format: { text: type, ...columns, gzip, encoding: text.encoding() },
      batches: () => scan(scanner, sink, chunks(), source, isPartial ? onBreak : undefined),
      truncation: () => broken?.detail,
      lacksEnd: () => sink.lacksEnd,
      pageInfo: () => sink.pages,
    };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}
