import { bills } from '../../connectors/bills/registry.ts';
import { COLUMN_LENGTH_MAX, COLUMNS_MAX } from '../limits.ts';
import { unreadable } from '../native-file.ts';
import { fieldsOf, recordsOf } from './csv-text.ts';

/** How a table is written. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Names in the header, trimmed; `column 3` where there is none. */
  readonly columns: readonly string[];
  /** Number of the header's record, counted from 1: notes may stand before it. */
  readonly headerRow: number;
  /** Notes with # stand before the header: then such records are notes everywhere, whatever their width. */
  readonly comments: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** So many records show how many columns a table has. */
const RECORDS_LOOKED_AT = 50;

/** Notes of payment reports before the header and after the rows. */
export const isComment = (record: string): boolean => record.startsWith('#');
export const isBlankRecord = (record: string): boolean => record.trim() === '';

/** The first record behind the rows of a bill, whose totals are a table of their own. */
const isTotals = (record: string): boolean => bills.some(({ end }) => end && record.startsWith(end.begins));

/** How often each number of columns occurs, the most frequent first; of equally frequent ones the largest. */
function widths(records: readonly string[], delimiter: string): [width: number, count: number][] {
  const counts = new Map<number, number>();
  for (const record of records) {
    const width = fieldsOf(record, delimiter).length;
    if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return [...counts].sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
}

function named(fields: readonly string[], file: string): string[] {
  const columns = fields.map((field, index) => field.trim() || `column ${index + 1}`);
  if (columns.length > COLUMNS_MAX)
    throw unreadable(file, { en: `has more than ${COLUMNS_MAX} columns`, zh: `超过 ${COLUMNS_MAX} 列` });
  const long = columns.findIndex(({ length }) => length > COLUMN_LENGTH_MAX);
  if (long >= 0)
    throw unreadable(file, {
      en: `has no header: the name of its column ${long + 1} would have more than ${COLUMN_LENGTH_MAX} characters`,
      zh: `没有表头：第 ${long + 1} 列的名称将超过 ${COLUMN_LENGTH_MAX} 个字符`,
    });
  const again = columns.findIndex((column, index) => columns.indexOf(column) !== index);
  if (again >= 0)
    throw unreadable(file, {
      en: `names two of its columns alike (column ${again + 1} is the second)`,
      zh: `有两列同名（第 ${again + 1} 列是后一个）`,
    });
  if (columns.includes('__proto__'))
    throw unreadable(file, {
      en: 'has a column named __proto__; rename it',
      zh: '有一列名为 __proto__，请改名',
    });
  return columns;
}

/**
 * The dialect of a table, from its beginning: the delimiter that cuts most of its records into equally many
 * fields, and the first such record, which is the header.
 * @param head the beginning of the text
 * @param whole whether the head is all of it: else its last record may be cut off
 * @throws Rejection where no header can be found, naming the file
 */
export function dialectOf(head: string, whole: boolean, file: string): CsvDialect {
  const candidates = DELIMITERS.flatMap((delimiter) => {
    const all = recordsOf(head, delimiter);
    const records = (whole || all.length === 1 ? all : all.slice(0, -1)).slice(0, RECORDS_LOOKED_AT);
    const totals = records.findIndex(isTotals);
    const rows = records
      .slice(0, totals < 0 ? records.length : totals)
      .filter((record) => !isComment(record) && !isBlankRecord(record));
    const [width] = widths(rows, delimiter);
    return width === undefined ? [] : [{ delimiter, records, width: width[0], count: width[1] }];
  }).sort((a, b) => b.count - a.count || b.width - a.width);
  const [best] = candidates;
  if (best === undefined)
    throw unreadable(file, {
      en: 'is neither JSON nor a table: no line of its beginning has several fields, by comma, semicolon, tab or |',
      zh: '既不是 JSON 也不是表格：开头没有一行能以逗号、分号、制表符或 | 分成多个字段',
    });
  const { delimiter, records, width } = best;
  const header = records.findIndex(
    (record) => !isComment(record) && fieldsOf(record, delimiter).length === width,
  );
  const columns = named(fieldsOf(records[header] as string, delimiter), file);
  return { delimiter, columns, headerRow: header + 1, comments: records.slice(0, header).some(isComment) };
}
