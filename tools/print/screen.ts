import type { CauseLine } from '#shared/answer/cause-lines.ts';
import type { Language } from '#shared/language.ts';
import { type Align, type Cell, textTable } from '../text-table.ts';
import { wrapped } from '../wrapped.ts';

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green';

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

/** A line that may be too long for the screen, all of it in one style. */
export const styled = (style: Style, indent: string, text: string, { paint, columns }: Screen): string[] =>
  wrapped(indent, text, indent.length, columns).map((line) => paint(style, line));

/** Rows in aligned columns, the first row as their heads. */
export const table = (
  { paint, columns }: Screen,
  aligns: readonly Align[],
  rows: readonly (readonly Cell[])[],
): string[] =>
  textTable(aligns, rows, columns).map((line, index) => (index === 0 ? paint('dim', line) : line));
