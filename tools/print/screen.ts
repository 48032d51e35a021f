import stringWidth from 'string-width';
import type { Language } from '#shared/language.ts';
import type { CauseLine } from '#shared/report/answer/cause-lines.ts';
import { alignColumns } from './text-table.ts';

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

/**
 * Returns the longest line to print to a stream, in columns: at most 100 on a terminal, `Infinity` in a pipe or file.
 */
export const measureLineWidth = ({
  isTTY,
  columns,
}: Partial<Pick<typeof process.stdout, 'isTTY' | 'columns'>>): number =>
  // A terminal whose width is unknown has 0 columns.
  isTTY ? Math.min(columns || COLUMNS_MAX, COLUMNS_MAX) : Number.POSITIVE_INFINITY;

/**
 * Matches text that is not broken: a word, or a Chinese character with its punctuation. (Libraries break only at
 * spaces, which Chinese does not use.)
 */
const PIECES = / +|[（《“]*(?:\p{sc=Han}[，。；：！？、）》”]*|[^ \p{sc=Han}（《“]+)|\S/gu;

/**
 * Breaks text into lines of at most `columns` columns. Chinese characters take two columns. A word longer than a line
 * is not broken.
 * @param lead beginning of the first line, which may contain colour codes
 * @param indent columns of indentation of the following lines
 * @param columns longest line; `Infinity` in a pipe
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

/**
 * Breaks text into lines that fit the screen, and applies a style to each line.
 * @param indent spaces at the start of each line
 */
export const wrapInStyle = (
  style: Style,
  indent: string,
  text: string,
  { paint, columns }: Screen,
): string[] => wrapText(indent, text, indent.length, columns).map((line) => paint(style, line));

/**
 * Formats the rows of a table as aligned lines; names that are too long for the screen are cut (`alignColumns`). The
 * first row contains the headings.
 */
export const formatTable = (
  { paint, columns }: Screen,
  ...[aligns, rows]: Parameters<typeof alignColumns>
): string[] =>
  alignColumns(aligns, rows, columns).map((line, index) => (index === 0 ? paint('dim', line) : line));
