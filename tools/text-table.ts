import stringWidth from 'string-width';

export type Align = 'left' | 'right';
export type Cell = string | number | null;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a terminal would obey
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** A text as a terminal may show it: names come from the caller, and must not steer it. */
export const shown = (text: string): string => text.replace(CONTROLS, '\ufffd');

const textOf = (cell: Cell | undefined): string => shown(String(cell === null ? '-' : (cell ?? '')));

/** Rows in columns, each as wide as its widest cell: Chinese, Japanese and Korean letters take two places. */
export function textTable(aligns: readonly Align[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => aligns.map((_, column) => textOf(row[column])));
  const widths = aligns.map((_, column) => Math.max(...texts.map((row) => stringWidth(row[column] ?? ''))));
  return texts.map((row) => {
    const cells = aligns.map((align, column) => {
      const text = row[column] ?? '';
      const gap = ' '.repeat((widths[column] ?? 0) - stringWidth(text));
      return align === 'left' ? text + gap : gap + text;
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
