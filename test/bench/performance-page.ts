import { readFileSync } from 'node:fs';
import { replaceSection } from '../support/golden/generated-section.ts';

/** Numbers under a heading, by row and column. */
export interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, readonly number[]>;
  /** Digits after the point. */
  readonly digits: number;
}

export const PAGE = 'docs/performance.md';

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const linesOf = ({ heading, columns, rows, digits }: Table): string[] => [
  line([heading, ...columns]),
  line(['---', ...columns.map(() => '---:')]),
  ...[...rows].map(([name, values]) => line([name, ...values.map((value) => value.toFixed(digits))])),
  '',
];

/** Replaces a generated section of the page with measured values. */
export const pageWith = (about: string, tables: readonly Table[], section = 'measured'): string =>
  replaceSection(PAGE, section, [about, '', ...tables.flatMap(linesOf)].slice(0, -1));

/** Allowed growth of a quotient. Only quotients are compared, because machines differ. */
const GROWTH_MAX = 1.15;

/** Cells of the committed page by `heading / row / column`. */
function committed(): Map<string, number> {
  const cells = new Map<string, number>();
  let header: string[] = [];
  for (const text of readFileSync(PAGE, 'utf8').split('\n')) {
    const [heading = '', ...values] = text.startsWith('|')
      ? text
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (!text.startsWith('|')) header = [];
    else if (header.length === 0) header = [heading, ...values];
    else
      for (const [i, value] of values.entries())
        if (value !== '' && Number.isFinite(Number(value)))
          cells.set([header[0], heading, header[i + 1]].join(' / '), Number(value));
  }
  return cells;
}

/** Lists the quotients that are above those of the committed page, and rows that it lacks. */
export function regressions(tables: readonly Table[]): string[] {
  const before = committed();
  return tables.flatMap(({ heading, columns, rows, digits }) =>
    [...rows].flatMap(([name, values]) =>
      values.flatMap((value, i) => {
        const cell = [heading, name, columns[i]].join(' / ');
        const old = before.get(cell);
        if (old === undefined) return [`${cell}: ${PAGE} does not have it`];
        return value > old * GROWTH_MAX
          ? [`${cell}: ${value.toFixed(digits)}, was ${old.toFixed(digits)}`]
          : [];
      }),
    ),
  );
}
