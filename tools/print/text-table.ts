import stringWidth from 'string-width';
import { escapeInvisible } from '#shared/escape-control-characters.ts';

/** Alignment of a column. */
export type Align = 'left' | 'right';
/** Cell of a table. Null is printed as `-`. */
export type Cell = string | number | null;

const cellText = (cell: Cell | undefined): string =>
  escapeInvisible(String(cell === null ? '-' : (cell ?? '')));

const GAP = '  ';
/** Shortest width to which a name is shortened. */
const NAME_COLUMNS_MIN = 12;

const letters = new Intl.Segmenter();

/** Takes as many letters from the start as fit into the columns. */
function takeFitting(all: readonly string[], columns: number): string[] {
  let used = 0;
  const end = all.findIndex((letter) => {
    used += stringWidth(letter);
    return used > columns;
  });
  return end === -1 ? [...all] : all.slice(0, end);
}

/** Shortens a name in the middle, because versions of models differ at the end. */
function shortenName(name: string, columns: number): string {
  if (stringWidth(name) <= columns) return name;
  const all = [...letters.segment(name)].map(({ segment }) => segment);
  const half = (columns - 1) / 2;
  const tail = takeFitting(all.toReversed(), Math.floor(half)).toReversed();
  return [...takeFitting(all, Math.ceil(half)), '…', ...tail].join('');
}

const columnWidths = (texts: readonly (readonly string[])[], aligns: readonly Align[]): number[] =>
  aligns.map((_, column) => texts.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? '')), 0));

/**
 * Formats the rows of a table as lines of text, with each column as wide as its widest cell. Chinese, Japanese and
 * Korean characters count as two.
 * @param aligns alignment of each column
 * @param columnsMax longest line in characters; names in the first column are shortened to fit
 */
export function alignColumns(
  aligns: readonly Align[],
  rows: readonly (readonly Cell[])[],
  columnsMax = Number.POSITIVE_INFINITY,
): string[] {
  const cellTexts = rows.map((row) => aligns.map((_, column) => cellText(row[column])));
  const [nameWidth = 0, ...otherWidths] = columnWidths(cellTexts, aligns);
  const free = columnsMax - otherWidths.reduce((sum, width) => sum + GAP.length + width, GAP.length);
  const nameMax = Math.max(free, NAME_COLUMNS_MIN);
  const texts = cellTexts.map(([name = '', ...figures]) => [shortenName(name, nameMax), ...figures]);
  const widths = [Math.min(nameWidth, nameMax), ...otherWidths];
  return texts.map((row) => {
    const cells = aligns.map((align, column) => {
      const text = row[column] ?? '';
      const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
      return align === 'left' ? text + gap : gap + text;
    });
    return `${GAP}${cells.join(GAP)}`.trimEnd();
  });
}
