import * as v from 'valibot';
import { parseIfJson } from '../../normalizer/intake/filter-row.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { closedObject } from '../../schemas/closed.ts';
import { atMostCharacters, NOT_EMPTY, NOT_TEXT } from '../../schemas/sentences.ts';
import { toSchemaMessage } from '../../sentence.ts';

const NAME_LENGTH_MAX = 200;
/** Message for a value that is not text. */
export const TEXT = toSchemaMessage(NOT_TEXT);
/** Schema of a list of texts. */
export const texts = v.array(
  v.string(TEXT),
  toSchemaMessage({ en: 'must be an array of text', zh: '必须是字符串数组' }),
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
 * Schema of the place of a field: a cell, or several cells of which the first that is not empty is used. With `null` among
 * them, the table may lack all of them.
 */
export const place = v.union([cell, v.array(v.union([cell, v.null_()], COLUMN), COLUMN)], COLUMN);

/** A column, several columns whose texts are joined by one blank, or a part of a column. Dots in a name lead into objects. */
type Cell = v.InferOutput<typeof cell>;
/** Place of a field in a row: the first of its cells that is not empty is used. */
export type CellPlace = v.InferOutput<typeof place>;

const toCells = (place: CellPlace = []): readonly Cell[] => [place].flat().filter((cell) => cell !== null);
function columnsOfCell(cell: Cell): readonly string[] {
  if (typeof cell === 'string') return [cell];
  return 'join' in cell ? cell.join : [cell.column];
}

/** Returns whether a place consists of plain columns. */
export const isPlainPlace = (place: CellPlace): boolean =>
  toCells(place).every((cell) => typeof cell === 'string');

/** Lists all columns that a place names. */
export const columnsOfPlace = (place?: CellPlace): readonly string[] => toCells(place).flatMap(columnsOfCell);

/** Returns whether a table has all columns of at least one cell of a place, or may lack them. */
export const hasPlace = (place: CellPlace, isPresent: (column: string) => boolean): boolean =>
  [place].flat().includes(null) || toCells(place).some((cell) => columnsOfCell(cell).every(isPresent));

/** An apostrophe that an exporter puts before a cell which a spreadsheet would take for a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@])/;

/**
 * Text of a column; empty if it is missing or an object. A column with exactly this name is preferred; otherwise dots lead
 * into nested objects and into JSON text.
 */
export function readColumn(row: Native, column: string): string {
  let value: unknown = row;
  for (const step of Object.hasOwn(row, column) ? [column] : column.split('.')) {
    const object = parseIfJson(value);
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, step)) return '';
    value = (object as Native)[step];
  }
  if (value === undefined || value === null || typeof value === 'object') return '';
  return String(value).trim().replace(FORMULA_GUARD, '');
}

function readCell(row: Native, cell: Cell): string {
  const text = joinColumns(row, cell);
  if (typeof cell === 'string' || 'join' in cell) return text;
  const parts = text.split(cell.split);
  return parts.at(cell.part > 0 ? cell.part - 1 : cell.part)?.trim() ?? '';
}

const joinColumns = (row: Native, cell: Cell): string =>
  columnsOfCell(cell)
    .map((column) => readColumn(row, column))
    .filter((text) => text !== '')
    .join(' ');

/** First cell of a place that is not empty: its text, and the column that messages name. */
export function readPlace(row: Native, place: CellPlace | undefined): { column: string; text: string } {
  for (const cell of toCells(place)) {
    const text = readCell(row, cell);
    if (text !== '') return { column: columnsOfCell(cell)[0] ?? '', text };
  }
  return { column: '', text: '' };
}

/** Finds a part that a place names and a cell lacks, although the cell is not empty. */
export function findMissingPart(row: Native, place: CellPlace): { column: string; part: number } | undefined {
  for (const cell of toCells(place))
    if (typeof cell === 'object' && 'part' in cell && readColumn(row, cell.column) !== '') return cell;
  return undefined;
}

/** Values of a column that select rows. */
export interface ColumnTexts {
  readonly column: string;
  readonly is: readonly string[];
}
/** Schema of `ColumnTexts`. */
export const columnTexts = closedObject({
  column: name,
  is: texts,
});
/** Returns whether a row has one of the values in the column. */
export const isOneOf = (row: Native, { column, is }: ColumnTexts): boolean =>
  is.includes(readColumn(row, column));
