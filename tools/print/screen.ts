import stringWidth from 'string-width';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { Language } from '#shared/language.ts';
import type { CauseLine } from '#shared/report/answer/cause-lines.ts';

/** Style of printed text. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green';

/** Applies a style to text for a terminal, or returns it unchanged for a pipe. */
export type Paint = (style: Style, text: string) => string;

/** Terminal or pipe to which a report is printed. */
export interface Screen {
  readonly paint: Paint;
  readonly language: Language;
  /** Longest line in columns. `Infinity` in a pipe. */
  readonly columns: number;
}

/** Styles of the sides of a cause: lost or owed, doubtful, without money, and for the record. */
export const SIDE_STYLES = {
  lost: 'red',
  owed: 'red',
  doubtful: 'yellow',
  none: 'yellow',
  record: 'cyan',
} as const satisfies Record<CauseLine['side'], Style>;

/** Longest line on a terminal. Longer lines are hard to read. */
const COLUMNS_MAX = 100;

/** Returns the longest line to print, in columns: at most 100 on a terminal, `Infinity` in a pipe or file. */
export const measureLineWidth = ({
  isTTY,
  columns,
}: Partial<Pick<typeof process.stdout, 'isTTY' | 'columns'>>): number =>
  // A terminal whose width is unknown has 0 columns.
  isTTY ? Math.min(columns || COLUMNS_MAX, COLUMNS_MAX) : Number.POSITIVE_INFINITY;

/**
 * Matches text that is not broken: a word, or a Chinese character with its punctuation. Libraries break only at spaces.
 */
const PIECES = / +|[（《“]*(?:\p{sc=Han}[，。；：！？、）》”]*|[^ \p{sc=Han}（《“]+)|\S/gu;

/**
 * Breaks text into lines of at most `columns` columns, except in a longer word. Chinese characters take two columns.
 * @param lead beginning of the first line, which may contain colour codes
 * @param indent columns of indentation of the following lines
 */
export function wrapText(lead: string, text: string, indent: number, columns: number): string[] {
  const lines: string[] = [];
  let line = lead;
  let used = stringWidth(lead);
  let isEmpty = true;
  let gap = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.startsWith(' ')) {
      gap = piece;
      continue;
    }
    const width = stringWidth(piece);
    if (used + gap.length + width > columns && !isEmpty) {
      lines.push(line);
      line = ' '.repeat(indent);
      used = indent;
      gap = '';
    }
    line += gap + piece;
    used += gap.length + width;
    isEmpty = false;
    gap = '';
  }
  return [...lines, line];
}

/** Breaks text into lines that fit the screen, indented by spaces, and applies a style to each line. */
export const wrapInStyle = (
  style: Style,
  indent: string,
  text: string,
  { paint, columns }: Screen,
): string[] => wrapText(indent, text, indent.length, columns).map((line) => paint(style, line));

type Align = 'left' | 'right';
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
 * Formats the rows of a table as lines, each column as wide as its widest cell. Names in the first column are shortened
 * until lines have at most `columnsMax` columns, of which Chinese, Japanese and Korean characters take two.
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

/** Formats the rows of a table, the first of which are headings, as lines that fit the screen (`alignColumns`). */
export const formatTable = (
  { paint, columns }: Screen,
  ...[aligns, rows]: Parameters<typeof alignColumns>
): string[] =>
  alignColumns(aligns, rows, columns).map((line, index) => (index === 0 ? paint('dim', line) : line));
