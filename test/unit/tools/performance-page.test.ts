import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageWith, performancePage, regressions, type Table } from '../../bench/performance-page.ts';
import { STEPS } from '../../bench/steps.ts';

/** The first table of the committed page, as its bench would have measured it. */
const committed = (): Table => {
  const [header = '', , ...rows] = readFileSync(performancePage, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [heading = '', ...columns] = cellsOf(header);
  const own = rows
    .map(cellsOf)
    .filter((cells) => cells.length === columns.length + 1)
    .slice(0, STEPS.length);
  return {
    ...{ heading, columns, digits: 1 },
    rows: new Map(own.map(([name = '', ...values]) => [name, values.map(Number)])),
  };
};

const times = (table: Table, factor: number): Table => ({
  ...table,
  rows: new Map([...table.rows].map(([name, values]) => [name, values.map((value) => value * factor)])),
});

test('what is as slow as the committed page, or a little slower, passes', () => {
  const table = committed();
  expect([...table.rows.keys()]).toEqual(STEPS);
  expect(regressions([table, times(table, 1.14), times(table, 0.5)])).toEqual([]);
});

test('what grew by more than 15 % fails, cell by cell', () => {
  const table = committed();
  const grown = regressions([times(table, 1.2)]);
  // What was rounded to 0 has no size to grow from.
  const cells = [...table.rows.values()].flat().filter((value) => value > 0);
  expect(grown).toHaveLength(cells.length);
  expect(grown[0]).toMatch(/ \/ validation \/ clean: [\d.]+, was [\d.]+$/);
});

test('a row that the page does not have fails', () => {
  const table = { ...committed(), rows: new Map([['a new step', [1]]]) };
  expect(regressions([table])).toEqual([expect.stringContaining('does not have it')]);
});

test('what is written can be compared', () => {
  const page = pageWith('Measured.', [
    { ...committed(), rows: new Map([['step', [1.25, 2, 3]]]), digits: 2 },
  ]);
  expect(page).toContain('| step | 1.25 | 2.00 | 3.00 |');
  expect(page).toContain('<!-- measured:end -->');
});
