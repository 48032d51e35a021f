import { expect, test } from 'vitest';
import type { MarginTally } from '#shared/engine/tally/totals/totals.ts';
import { countUnchargedSales } from '#shared/engine/tally/totals/totals.ts';

const line = (uncharged: number, delivered: number) =>
  ({ unchargedSales: { value: uncharged }, deliveredSales: { value: delivered } }) as unknown as MarginTally;

test.each<[what: string, lines: MarginTally[], isCause: boolean]>([
  ['one of twenty', [line(1, 20)], true],
  ['one of twenty-one', [line(1, 21)], false],
  ['models that share a bill', [line(2, 2), line(0, 10)], true],
  ['none', [line(0, 5)], false],
  ['all', [line(5, 5)], false],
])('requests at 0 are why a model loses: %s', (_, lines, isCause) =>
  expect(countUnchargedSales(lines) !== undefined).toBe(isCause),
);
