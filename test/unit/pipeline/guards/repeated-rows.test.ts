import { expect, test } from 'vitest';
import { describeRepeats } from '#shared/pipeline/guards/repeated-rows.ts';
import { english, factsOf, headed } from '../../../support/pipeline/headed.ts';

/** Of each pair of files, how many rows of the one were left out for those of the other. */
type Counted = readonly (readonly [source: number, earlier: number, rows: number])[];
test.each<[files: string, counted: Counted, said: readonly string[]]>([
  ['one row', [[1, 0, 1]], ['1 row of b is also in a. It counts once.']],
  ['two rows', [[1, 0, 2]], ['2 rows of b are also in a. They count once.']],
  ['pages of one file', [[1, 1, 2]], []],
  [
    'each says more of some',
    [
      [1, 0, 3],
      [0, 1, 4],
    ],
    ['7 rows of a are also in b. They count once.'],
  ],
  [
    'as many of each',
    [
      [1, 0, 3],
      [0, 1, 3],
    ],
    ['6 rows of b are also in a. They count once.'],
  ],
  [
    'two pairs',
    [
      [1, 0, 3],
      [2, 0, 4],
    ],
    ['3 rows of b are also in a. They count once.', '4 rows of c are also in a. They count once.'],
  ],
  [
    'five of six pairs',
    [1, 2, 3, 4, 5, 6].map((source) => [source, 0, 2] as const),
    ['b', 'c', 'd', 'e', 'f'].map((place) => `2 rows of ${place} are also in a. They count once.`),
  ],
])('rows that stand in two files: %s', (_, counted, said) => {
  const repeats = counted.map(([source, earlier, rows]) => ({ source, earlier, rows }));
  const told = english(describeRepeats(factsOf(headed({}, {}, {}, {}, {}, {}, {}), { repeats })));
  expect(told.map((one) => one.split(',')[0])).toEqual(said);
});
