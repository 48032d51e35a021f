import stringWidth from 'string-width';
import type { Language } from '#shared/language.ts';
import type { CauseLine } from '#shared/report/answer/cause-lines.ts';
import { alignColumns } from './text-table.ts';

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green';

/** Colours a text for a terminal, or leaves it plain for a pipe. */
export type Paint = (style: Style, text: string) => string;

/** Where a report is printed. */
export interface Screen {
  readonly paint: Paint;
  readonly language: Language;
  /** Columns that a line may take; `Infinity` in a pipe. */
  readonly columns: number;
}

/** Money that is gone or somebody else's, money in doubt, and what is for the record. */
export const SIDE_STYLES = {
  lost: 'red',
  owed: 'red',
  doubtful: 'yellow',
  none: 'yellow',
  record: 'cyan',
} as const satisfies Record<CauseLine['side'], Style>;

/** Longer lines are hard to read, however wide the terminal is. */
const COLUMNS_MAX = 100;

/** How wide to write to a stream: what is no terminal takes lines of any length, and one that says 0 does not know its width. */
export const lineWidth = ({
  isTTY,
  columns,
}: Partial<Pick<typeof process.stdout, 'isTTY' | 'columns'>>): number =>
  isTTY ? Math.min(columns || COLUMNS_MAX, COLUMNS_MAX) : Number.POSITIVE_INFINITY;

/**
 * What stays on one line: a word, or a Chinese letter with its punctuation. Libraries break at spaces alone, of which
 * Chinese has none.
 */
const PIECES = / +|[（《“]*(?:\p{sc=Han}[，。；：！？、）》”]*|[^ \p{sc=Han}（《“]+)|\S/gu;

/**
 * A text in lines of at most so many columns; Chinese letters take two. Only what has no place to break is longer.
 * @param lead stands before the first line, perhaps in colour
 * @param indent columns left free before the others
 * @param columns `Infinity` where lines may have any length, as in a pipe
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

/** A line that may be too long for the screen, all of it in one style. */
export const wrapInStyle = (
  style: Style,
  indent: string,
  text: string,
  { paint, columns }: Screen,
): string[] => wrapText(indent, text, indent.length, columns).map((line) => paint(style, line));

/** Rows in aligned columns, the first row as their heads. */
export const formatTable = (
  { paint, columns }: Screen,
  ...[aligns, rows]: Parameters<typeof alignColumns>
): string[] =>
  alignColumns(aligns, rows, columns).map((line, index) => (index === 0 ? paint('dim', line) : line));
