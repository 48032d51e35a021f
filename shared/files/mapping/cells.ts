import * as v from 'valibot';
import { parseIfJson } from '../../normalizer/intake/filter-row.ts';
import { cleanCell, isPlaceholder, type NativeObject } from '../../normalizer/intake/native.ts';
import { closedObject } from '../../schemas/closed.ts';
import { atMostCharacters, NOT_EMPTY, NOT_TEXT } from '../../schemas/sentences.ts';
import { toSchemaMessage } from '../../sentence.ts';

const NAME_LENGTH_MAX = 200;
/** Message for a value that is not text. */
export const TEXT = toSchemaMessage(NOT_TEXT);
/** Schema of a list of texts. */
export const texts = v.array(
  v.string(TEXT),
  toSchemaMessage({ en: 'must be an array of strings', zh: '必须是字符串数组' }),
);
const COLUMN = toSchemaMessage({
  en: 'must be a column name, {"join": ["Date", "Time"]}, {"column": "Resource", "split": ";", "part": 2}, or an array of these',
  zh: '必须是列名、{"join": ["日期", "时间"]}、{"column": "资源", "split": ";", "part": 2}，或由它们组成的数组',
});

/** Schema of the name of a column or field. */
export const name = v.pipe(
  v.string(TEXT),
  v.minLength(1, toSchemaMessage(NOT_EMPTY)),
  v.maxLength(NAME_LENGTH_MAX, toSchemaMessage(atMostCharacters(NAME_LENGTH_MAX))),
);

const PART = toSchemaMessage({
  en: 'must be a whole number from 1, or from -1 to count backwards',
  zh: '必须是从 1 起的整数；从后往前数则为 -1 起的负整数',
});
const partOfCell = closedObject({
  column: name,
  /** Text of any length between the parts. */
  split: name,
  /** Number of the part, from 1; from -1 backwards. */
  part: v.pipe(
    v.number(PART),
    v.integer(PART),
    v.check((part) => part !== 0, PART),
  ),
});
const cell = v.union([name, closedObject({ join: v.array(name, COLUMN) }), partOfCell], COLUMN);
/**
 * Schema of where a field is read from: a cell, or a list of cells of which the first that is not empty is used. A
 * `null` in the list means that the table may lack all these columns.
 */
export const cellSelector = v.union([cell, v.array(v.union([cell, v.null_()], COLUMN), COLUMN)], COLUMN);

/** A column, several columns whose texts are joined by one blank, or a part of a column. Dots in a name lead into objects. */
type Cell = v.InferOutput<typeof cell>;
/** Where a field is read from: a cell, or a list of cells of which the first that is not empty is used. */
export type CellSelector = v.InferOutput<typeof cellSelector>;

const toCells = (selector: CellSelector = []): readonly Cell[] =>
  [selector].flat().filter((cell) => cell !== null);
function columnsOfCell(cell: Cell): readonly string[] {
  if (typeof cell === 'string') return [cell];
  return 'join' in cell ? cell.join : [cell.column];
}

/** Returns whether a selector reads only whole columns, and not joined columns or a part of a column. */
export const readsWholeColumns = (selector: CellSelector): boolean =>
  toCells(selector).every((cell) => typeof cell === 'string');

/** Lists all columns that a selector may read. */
export const listCellColumns = (selector?: CellSelector): readonly string[] =>
  toCells(selector).flatMap(columnsOfCell);

/** Returns whether a table has the columns of a cell of the selector, or `null` makes the columns optional. */
export const isReadable = (selector: CellSelector, isPresent: (column: string) => boolean): boolean =>
  [selector].flat().includes(null) || toCells(selector).some((cell) => columnsOfCell(cell).every(isPresent));

/**
 * Reads the text of a column; empty if it is missing or an object. If no column has exactly this name, `a.b` means key `b`
 * of the object, or of the JSON text, in column `a`.
 */
export function readColumn(row: NativeObject, column: string): string {
  let value: unknown = row;
  for (const step of Object.hasOwn(row, column) ? [column] : column.split('.')) {
    const object = parseIfJson(value);
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, step)) return '';
    value = (object as NativeObject)[step];
  }
  if (value === undefined || value === null || typeof value === 'object') return '';
  return cleanCell(String(value));
}

function readOneCell(row: NativeObject, cell: Cell): string {
  if (typeof cell === 'string') return readColumn(row, cell);
  if ('join' in cell) {
    const texts = cell.join.map((column) => readColumn(row, column));
    return texts.filter((text) => !isPlaceholder(text)).join(' ');
  }
  const parts = readColumn(row, cell.column).split(cell.split);
  return parts.at(cell.part > 0 ? cell.part - 1 : cell.part)?.trim() ?? '';
}

/**
 * Reads the first cell of a selector with a value: its text, and its column for messages. Both are '' if there is none.
 * @param isWord returns whether a text such as `-`, which otherwise says that there is no value, has a meaning here
 */
export function readFirstCell(
  row: NativeObject,
  selector: CellSelector | undefined,
  isWord: (text: string) => boolean = () => false,
): { column: string; text: string } {
  for (const cell of toCells(selector)) {
    const text = readOneCell(row, cell);
    if (!isPlaceholder(text) || isWord(text)) return { column: columnsOfCell(cell)[0] ?? '', text };
  }
  return { column: '', text: '' };
}

/**
 * Finds the first cell of a selector whose column has text, but not the part to read: `a;b` has no part 3. Call it only
 * if all cells of the selector are empty.
 */
export function findCellWithoutPart(
  row: NativeObject,
  selector: CellSelector,
): { column: string; part: number } | undefined {
  for (const cell of toCells(selector))
    if (typeof cell === 'object' && 'part' in cell && readColumn(row, cell.column) !== '') return cell;
  return undefined;
}

/** Condition on rows: the column has one of these texts. */
interface ColumnTexts {
  readonly column: string;
  readonly is: readonly string[];
}
/** Schema of `ColumnTexts`. */
export const columnTexts = closedObject({
  column: name,
  is: texts,
});
/** Returns whether a row meets the condition: its cell in `column` has one of the texts `is`. */
export const matchesTexts = (row: NativeObject, { column, is }: ColumnTexts): boolean =>
  is.includes(readColumn(row, column));
