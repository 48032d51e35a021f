import { bills } from '../../bills/registry.ts';
import { COLUMN_LENGTH_MAX, COLUMNS_MAX } from '../file-limits.ts';
import { rejectFile } from '../source-file.ts';
import { splitFields, splitRecords } from './csv-text.ts';

/** Format of a CSV table: delimiter, header and comments. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Column names of the header, trimmed; `column 3` for an empty name. */
  readonly columns: readonly string[];
  /** Number of the header's record, from 1; notes may precede it. */
  readonly headerRow: number;
  /** Whether a record that starts with # precedes the header; then all such records are comments. */
  readonly hasComments: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Records at the beginning that decide delimiter and number of columns. */
const SAMPLE_RECORDS = 50;

/** Whether a record starts with #, as the notes of payment reports before the header and after the rows do. */
export const isCommentRecord = (record: string): boolean => record.startsWith('#');
/** Whether a record or a field has only blanks. */
export const isBlankRecord = (record: string): boolean => record.trim() === '';

/** Whether a record starts the totals after the rows of a bill. */
const isTotals = (record: string): boolean => bills.some(({ end }) => end && record.startsWith(end.begins));

/** Counts how often each number of columns occurs: the most frequent first, then the largest. */
function countWidths(records: readonly string[], delimiter: string): [width: number, count: number][] {
  const counts = new Map<number, number>();
  for (const record of records) {
    const width = splitFields(record, delimiter).length;
    if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
}

/** Column names of a header. Throws a Rejection if they are too many, too long or not unique. */
function readColumnNames(fields: readonly string[], file: string): string[] {
  const columns = fields.map((field, index) => field.trim() || `column ${index + 1}`);
  if (columns.length > COLUMNS_MAX)
    throw rejectFile(file, { en: `has more than ${COLUMNS_MAX} columns`, zh: `列数超过 ${COLUMNS_MAX}` });
  const tooLong = columns.findIndex(({ length }) => length > COLUMN_LENGTH_MAX);
  if (tooLong >= 0)
    throw rejectFile(file, {
      en: `seems to have no header: the name of column ${tooLong + 1} would have more than ${COLUMN_LENGTH_MAX} characters. Add a header`,
      zh: `似乎没有表头：第 ${tooLong + 1} 列的列名超过 ${COLUMN_LENGTH_MAX} 个字符。请补上表头`,
    });
  const repeated = columns.findIndex((column, index) => columns.indexOf(column) !== index);
  if (repeated >= 0)
    throw rejectFile(file, {
      en: `has two columns with the same name (the second is column ${repeated + 1}). Rename one of them`,
      zh: `有两列同名（后一个是第 ${repeated + 1} 列），请改名`,
    });
  if (columns.includes('__proto__'))
    throw rejectFile(file, {
      en: 'has a column named __proto__. Rename it',
      zh: '有一列名为 __proto__，请改名',
    });
  return columns;
}

/**
 * Detects the dialect of a table from its beginning: the delimiter that splits most records into the same number of
 * fields, and the first such record as header.
 * @param head the beginning of the text
 * @param isComplete whether `head` is the whole text; otherwise its last record is ignored, because it may be cut off
 * @throws Rejection that names the file if no header is found
 */
export function detectCsvDialect(head: string, isComplete: boolean, file: string): CsvDialect {
  const candidates = DELIMITERS.flatMap((delimiter) => {
    const all = splitRecords(head, delimiter);
    const records = (isComplete || all.length === 1 ? all : all.slice(0, -1)).slice(0, SAMPLE_RECORDS);
    const totals = records.findIndex(isTotals);
    const rows = records
      .slice(0, totals < 0 ? records.length : totals)
      .filter((record) => !isCommentRecord(record) && !isBlankRecord(record));
    const [width] = countWidths(rows, delimiter);
    return width === undefined ? [] : [{ delimiter, records, width: width[0], count: width[1] }];
  }).sort((a, b) => b.count - a.count || b.width - a.width);
  const [best] = candidates;
  if (best === undefined)
    throw rejectFile(file, {
      en: 'is neither JSON nor a table: none of its first lines has several fields, separated by comma, semicolon, tab or |. Export it as CSV or JSON',
      zh: '既不是 JSON 也不是表格：开头几行都无法按逗号、分号、制表符或 | 分成多列。请导出为 CSV 或 JSON',
    });
  const { delimiter, records, width } = best;
  const header = records.findIndex(
    (record) => !isCommentRecord(record) && splitFields(record, delimiter).length === width,
  );
  const columns = readColumnNames(splitFields(records[header] as string, delimiter), file);
  return {
    delimiter,
    columns,
    headerRow: header + 1,
    hasComments: records.slice(0, header).some(isCommentRecord),
  };
}
