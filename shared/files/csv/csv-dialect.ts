import { bills, findBillEnd } from '../../bills/registry.ts';
import type { Sentence } from '../../sentence.ts';
import { COLUMN_LENGTH_MAX, COLUMNS_MAX } from '../file-limits.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { findMissingColumns, listColumns } from '../mapping/required-columns.ts';
import { rejectFile } from '../source-file.ts';
import { splitFields, splitRecords } from './csv-text.ts';
import { isReportHeader, isRowWithoutHeader } from './known-columns.ts';

/** Format of a CSV table: delimiter, header and comments. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Column names of the header, trimmed; `column 3` for an empty name. */
  readonly columns: readonly string[];
  /** Number of the header's record, from 1; notes may precede it. 0 if the mapping names the columns. */
  readonly headerRow: number;
  /** Whether a record that starts with # precedes the header; then all such records are comments. */
  readonly hasComments: boolean;
  /** End of the rows: the totals of a known bill, or the last line that the mapping names. */
  readonly end: TableEnd | undefined;
}

/** Beginning of the first record after the rows. */
interface TableEnd {
  readonly begins: string;
  /** Beginning of a record that only complete downloads have: such a file without its end is cut off. */
  readonly downloaded?: string;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Records at the beginning by which delimiter and number of columns are guessed. */
const SAMPLE_RECORDS = 50;

/** Whether a record starts with #, as do the notes before the header and after the rows of some payment reports. */
export const isCommentRecord = (record: string): boolean => record.startsWith('#');
/** Whether a record or a field has only blanks. */
export const isBlankRecord = (record: string): boolean => record.trim() === '';

/** Whether a record starts the totals after the rows of a bill. */
const isTotals = (record: string): boolean => bills.some(({ end }) => end && record.startsWith(end.begins));

/** Whether only the first cell of a record has text, as in notes above a table that a spreadsheet has saved. */
const isNote = (fields: readonly string[]): boolean => fields.slice(1).every(isBlankRecord);

/** Counts how often each number of columns occurs: the most frequent first, then the largest. */
function countWidths(records: readonly string[], delimiter: string): [width: number, count: number][] {
  const counts = new Map<number, number>();
  for (const record of records) {
    const fields = splitFields(record, delimiter);
    const width = fields.length;
    if (!isNote(fields)) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
}

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
  if (isRowWithoutHeader(columns))
    throw rejectFile(file, {
      en: 'has no header: its first line is data. Export it with a header (COPY … HEADER), or list its columns under "header" in a mapping',
      zh: '没有表头：第一行就是数据。请连同表头导出（COPY … HEADER），或在列映射的 "header" 中列出列名',
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

/** Records at the beginning among which the header of a mapped table is searched. */
const HEADER_RECORDS = 100;
const LINES_SHOWN = 3;

const namesIn = (record: string, delimiter: string): string[] =>
  splitFields(record, delimiter).map((field) => field.trim());

/** The beginning of a text, split into records at one of the delimiters. */
interface SplitHead {
  readonly delimiter: string;
  readonly records: readonly string[];
}

/** Finds the first record whose names are those of a header; `undefined` if there is none. */
function findHeader(heads: readonly SplitHead[], isHeader: (names: readonly string[]) => boolean) {
  for (const { delimiter, records } of heads) {
    const at = records.slice(0, HEADER_RECORDS).findIndex((record) => isHeader(namesIn(record, delimiter)));
    if (at >= 0) return { delimiter, records, header: at };
  }
  return undefined;
}

/** Builds the rejection of a table without the header of its mapping, with the lines that may be one. */
function rejectMissingHeader(heads: readonly SplitHead[], mapping: Mapping, file: string) {
  const lines = heads
    .flatMap(({ delimiter, records }) =>
      records.slice(0, HEADER_RECORDS).map((record) => namesIn(record, delimiter)),
    )
    .filter((names) => !isNote(names) && !isRowWithoutHeader(names));
  const countMissing = (columns: readonly string[]) => findMissingColumns(mapping, columns).length;
  const [closest = []] = lines.toSorted((a, b) => countMissing(a) - countMissing(b));
  const missing = findMissingColumns(mapping, closest);
  const firstLines = lines.slice(0, LINES_SHOWN).map((names) => listColumns(names, ', '));
  const shown: Sentence =
    firstLines.length > 0
      ? { en: `Its first lines are: ${firstLines.join(' / ')}`, zh: `开头几行是：${firstLines.join(' / ')}` }
      : {
          en: 'None of its first lines is a header. If the file has no header, add "header" to the mapping',
          zh: '开头几行都不是表头。如果文件没有表头，请在列映射中填写 "header"',
        };
  return rejectFile(file, {
    en: `has no line with these columns of the mapping: ${listColumns(missing, ', ', '“”')}. ${shown.en}`,
    zh: `没有任何一行含有列映射中的列 ${listColumns(missing, '、', '“”')}；${shown.zh}`,
  });
}

/** Builds the dialect of a table without a header, whose mapping names the columns. */
function buildHeaderlessDialect(heads: readonly SplitHead[], header: readonly string[], file: string) {
  const widthOf = ({ delimiter, records: [first = ''] }: SplitHead) => splitFields(first, delimiter).length;
  const [best] = heads.toSorted(
    (a, b) =>
      Number(widthOf(b) === header.length) - Number(widthOf(a) === header.length) || widthOf(b) - widthOf(a),
  );
  const { delimiter, records } = best as SplitHead;
  const width = widthOf(best as SplitHead);
  if (width !== header.length)
    throw rejectFile(file, {
      en: `does not match its mapping: "header" lists ${header.length} columns, but row 1 has ${width}`,
      zh: `的列数与列映射不符：header 写了 ${header.length} 列，而第 1 行有 ${width} 列`,
    });
  const first = namesIn(records[0] ?? '', delimiter);
  if (header.some((name, index) => name !== '' && name === first[index]))
    throw rejectFile(file, {
      en: 'already has a header in its first line. Remove "header" from the mapping',
      zh: '第一行已经是表头，请从列映射中删除 "header"',
    });
  const columns = header.map((name, index) => name || `column ${index + 1}`);
  return { delimiter, columns, headerRow: 0, hasComments: false, end: undefined };
}

/** Guesses the header of a table with unknown columns: the first record of the most frequent number of columns. */
function guessHeader(heads: readonly SplitHead[]) {
  const [best] = heads
    .flatMap(({ delimiter, records: all }) => {
      const records = all.slice(0, SAMPLE_RECORDS);
      const totals = records.findIndex(isTotals);
      const rows = records
        .slice(0, totals < 0 ? records.length : totals)
        .filter((record) => !isCommentRecord(record) && !isBlankRecord(record));
      const [width] = countWidths(rows, delimiter);
      return width === undefined ? [] : [{ delimiter, records, width: width[0], count: width[1] }];
    })
    .sort((a, b) => b.count - a.count || b.width - a.width);
  if (best === undefined) return undefined;
  const { delimiter, records, width } = best;
  const header = records.findIndex((record) => {
    const fields = splitFields(record, delimiter);
    return !isCommentRecord(record) && fields.length === width && !isNote(fields);
  });
  return { delimiter, records, header };
}

/**
 * Detects the delimiter, the header and the end of a table from its beginning. The header is the first record with all
 * columns of the mapping. Without a mapping, it is the first record with the columns of a known report; if there is
 * none, the first record with the most frequent number of columns.
 * @param isComplete whether `head` is the whole text; otherwise its last record is ignored, because it may be cut off
 * @throws Rejection that names the file if no header is found
 */
export function detectCsvDialect(
  head: string,
  isComplete: boolean,
  file: string,
  mapping?: Mapping,
): CsvDialect {
  const heads = DELIMITERS.map((delimiter): SplitHead => {
    const all = splitRecords(head, delimiter);
    return { delimiter, records: isComplete || all.length === 1 ? all : all.slice(0, -1) };
  });
  const end = mapping?.end === undefined ? undefined : { begins: mapping.end };
  if (mapping?.header) return { ...buildHeaderlessDialect(heads, mapping.header, file), end };
  const found = mapping
    ? findHeader(heads, (names) => names.length > 1 && findMissingColumns(mapping, names).length === 0)
    : (findHeader(heads, isReportHeader) ?? guessHeader(heads));
  if (found === undefined)
    throw mapping
      ? rejectMissingHeader(heads, mapping, file)
      : rejectFile(file, {
          en: 'is neither JSON nor a table: none of its first lines has several fields, separated by comma, semicolon, tab or |. Export it as CSV or JSON',
          zh: '既不是 JSON 也不是表格：开头几行都无法按逗号、分号、制表符或 | 分成多列。请导出为 CSV 或 JSON',
        });
  const { delimiter, records, header } = found;
  const columns = readColumnNames(splitFields(records[header] as string, delimiter), file);
  return {
    delimiter,
    columns,
    headerRow: header + 1,
    hasComments: records.slice(0, header).some(isCommentRecord),
    end: end ?? findBillEnd(columns),
  };
}
