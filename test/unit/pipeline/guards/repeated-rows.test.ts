import { expect, test } from 'vitest';
import { describeRepeats } from '#shared/pipeline/guards/repeated-rows.ts';
import { buildFacts, buildSources, toEnglish } from '../../../support/pipeline/source-facts.ts';

/** Pairs of files, and how many rows of the first were left out because the second has them. */
type Repeats = readonly (readonly [source: number, earlier: number, rows: number])[];
test.each<[title: string, pairs: Repeats, messages: readonly string[]]>([
  ['one row', [[1, 0, 1]], ['1 row of b is also in a. It counts once.']],
  ['two rows', [[1, 0, 2]], ['2 rows of b are also in a. They count once.']],
  ['pages of one file', [[1, 1, 2]], []],
  [
    'each file has some of the fuller rows',
    [
      [1, 0, 3],
      [0, 1, 4],
    ],
    ['7 rows of a are also in b. They count once.'],
  ],
  [
    'each file has as many of the fuller rows',
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
    'at most five of six pairs',
    [1, 2, 3, 4, 5, 6].map((source) => [source, 0, 2] as const),
    ['b', 'c', 'd', 'e', 'f'].map((place) => `2 rows of ${place} are also in a. They count once.`),
  ],
])('rows in two files are described: %s', (_, pairs, messages) => {
  const repeats = pairs.map(([source, earlier, rows]) => ({ source, earlier, rows }));
  const sentences = toEnglish(
    describeRepeats(buildFacts(buildSources({}, {}, {}, {}, {}, {}, {}), { repeats })),
  );
  expect(sentences.map((text) => text.split(',')[0])).toEqual(messages);
});
