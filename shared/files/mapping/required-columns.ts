import { maskName } from '../../schemas/plain-name.ts';
import { joinFirst, type Sentence } from '../../sentence.ts';
import { isReadable, listCellColumns } from './cells.ts';
import type { Mapping } from './mapping.ts';
import { isDirected, listAmountCells } from './movements.ts';

const COLUMNS_LISTED_MAX = 50;

/** Finds the columns of a mapping that a table lacks: for each field that cannot be read, its first missing column. */
export function findMissingColumns(
  { columns, skip = [], kinds, movements }: Mapping,
  present: readonly string[],
): readonly string[] {
  const isPresent = (column: string) =>
    present.includes(column) || present.includes(column.split('.')[0] ?? '');
  const places = Object.values(columns).flatMap((at) => (isDirected(at) ? listAmountCells(at) : [at]));
  const others = [...skip, ...[kinds ?? []].flat(), ...[movements ?? []].flat()].map(({ column }) => column);
  return [...places, ...others]
    .filter((place) => !isReadable(place, isPresent))
    .map((place) => listCellColumns(place).find((column) => !isPresent(column)) ?? '');
}

/** Joins the first 50 column names for a message, and masks parts that may be secrets. Any `quote` puts them in “”. */
export const listColumns = (columns: readonly string[], comma: string, quote = ''): string =>
  joinFirst(
    columns.map((column) => (quote ? `“${maskName(column)}”` : maskName(column))),
    COLUMNS_LISTED_MAX,
    comma,
  );

/** Returns the message for a table that lacks columns of its mapping: the missing columns, and the columns present. */
export const describeMissing = (missing: readonly string[], present: readonly string[]): Sentence => ({
  en: `lacks columns of the mapping: ${listColumns(missing, ', ', '“”')}. Its columns are: ${listColumns(present, ', ')}`,
  zh: `缺少列映射中的列 ${listColumns(missing, '、', '“”')}；文件中的列有：${listColumns(present, '、')}`,
});
