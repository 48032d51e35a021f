import stringWidth from 'string-width';
import { escapeInvisible } from '#shared/escape-control-characters.ts';

export type Align = 'left' | 'right';
export type Cell = string | number | null;

const cellText = (cell: Cell | undefined): string =>
  escapeInvisible(String(cell === null ? '-' : (cell ?? '')));

const GAP = '  ';
/** A name that is cut to fewer columns could be any. */
const NAME_COLUMNS_MIN = 12;

const letters = new Intl.Segmenter();

/** As many letters as fit into so many columns. */
function takeFitting(all: readonly string[], columns: number): string[] {
  let used = 0;
  const end = all.findIndex((letter) => {
    used += stringWidth(letter);
    return used > columns;
  });
  return end === -1 ? [...all] : all.slice(0, end);
}

/** A name without its middle where it is too long: versions are told apart at the end. */
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
 * Rows in columns, each as wide as its widest cell: Chinese, Japanese and Korean letters take two places.
 * @param columnsMax what a line may take; names in the first column are shortened to fit
 */
export function alignColumns(
  aligns: readonly Align[],
  rows: readonly (readonly Cell[])[],
  columnsMax = Number.POSITIVE_INFINITY,
): string[] {
  const whole = rows.map((row) => aligns.map((_, column) => cellText(row[column])));
  const [nameWidth = 0, ...others] = columnWidths(whole, aligns);
  const room = columnsMax - others.reduce((sum, width) => sum + GAP.length + width, GAP.length);
  const texts = whole.map(([name = '', ...figures]) => [
    shortenName(name, Math.max(room, NAME_COLUMNS_MIN)),
    ...figures,
  ]);
  const widths = [Math.min(nameWidth, Math.max(room, NAME_COLUMNS_MIN)), ...others];
  return texts.map((row) => {
    const cells = aligns.map((align, column) => {
      const text = row[column] ?? '';
      const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
      return align === 'left' ? text + gap : gap + text;
    });
    return `${GAP}${cells.join(GAP)}`.trimEnd();
  });
}
