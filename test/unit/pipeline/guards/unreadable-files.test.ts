import { expect, test } from 'vitest';
import { findUnknownHeaders, findUnreadableFiles } from '#shared/pipeline/guards/unreadable-files.ts';
import {
  buildFacts,
  buildSources,
  formatRefusal,
  type SourceFacts,
} from '../../../support/pipeline/source-facts.ts';

/** Unreadable rows of files. */
const unread = (...places: readonly (readonly [source: number, row: number])[]) =>
  places.map(([source, row]) => ({ source, row, reason: { en: `is ${row}`, zh: `为 ${row}` } }));
const refused = (lines: ReturnType<typeof unread>, files: readonly SourceFacts[], share = 0.25) =>
  formatRefusal(
    findUnreadableFiles(
      buildFacts(buildSources(...files), { rejected: lines, settings: { rejectedShareMax: share } }),
    ),
  );
const columns = ['Day', 'Sum'];
const ALL = unread([0, 1], [0, 2]);
const NONE_READ = 'a: none of its rows can be read.\na, row 1: is 1\na, row 2: is 2';
const MAPPING = 'Describe them in a mapping: --mapping a=mapping.json (docs/mapping.md).';

test.each<
  [
    title: string,
    lines: ReturnType<typeof unread>,
    files: readonly SourceFacts[],
    message?: string,
    share?: number,
  ]
>([
  ['no rows', [], [{ rows: 4 }]],
  ['no rows of an empty file', [], [{ rows: 0 }]],
  ['one row of four', unread([0, 1]), [{ rows: 4 }]],
  ['two rows of four', ALL, [{ rows: 4 }], 'a: 2 of 4 rows cannot be read, more than the limit of 25 %.'],
  [
    'two rows of five, with a limit of one ninth',
    ALL,
    [{ rows: 5 }],
    'a: 2 of 5 rows cannot be read, more than the limit of 11.1111 %.',
    1 / 9,
  ],
  [
    'rows of the second file',
    unread([1, 1], [1, 2]),
    [{ rows: 4 }, { rows: 5 }],
    'b: 2 of 5 rows cannot be read,',
  ],
  ['all rows of a table', ALL, [{ rows: 2, columns }], `${NONE_READ}\nIts columns are Day, Sum. ${MAPPING}`],
  ['all rows, with a limit of 100 %', ALL, [{ rows: 2 }], NONE_READ, 1],
  [
    'all rows of a mapped table',
    ALL,
    [{ rows: 2, columns, mapping: {} as never }],
    `${NONE_READ}\nIts columns are Day, Sum.`,
  ],
  ['all rows of a recognized table', ALL, [{ rows: 2, columns, kind: 'logs' }], NONE_READ],
  [
    'all rows of a table that is not recognized',
    ALL,
    [{ rows: 2, columns, kind: 'unknown' }],
    `${NONE_READ}\nIts columns are Day, Sum. ${MAPPING}`,
  ],
  ['one row for two reasons', unread([0, 1], [0, 1]), [{ rows: 2 }], 'a: 2 of 2 rows cannot be read,'],
])('unreadable rows stop a run or not: %s', (_, lines, files, message, share) => {
  const text = refused(lines, files, share);
  if (message?.startsWith(NONE_READ) || message === undefined) expect(text).toBe(message);
  else expect(text).toMatch(message);
});

test('the first file above the limit is named, with its own rows', () => {
  const lines = unread([0, 1], [1, 1], [2, 7], [3, 1]);
  const message = refused(lines, [
    { rows: 4 },
    { rows: 4 },
    { rows: 3, field: 'upstreamCharges' },
    { rows: 2 },
  ]);
  expect(message?.split('\n')).toEqual([
    expect.stringMatching(/^c: 1 of 3 rows cannot be read,/),
    'c, row 7: is 7',
  ]);
});

test('a formatRefusal quotes each reason once, and gives no advice on mappings for a recognized file', () => {
  const lines = [1, 2, 3].map((row) => ({ source: 0, row, reason: { en: 'is odd', zh: '为奇' } }));
  expect(refused(lines, [{ rows: 5, kind: 'logs' }])?.split('\n')).toEqual([
    'a: 3 of 5 rows cannot be read, more than the limit of 25 %. Correct them, or raise --rejected-share.',
    'a, row 1: is odd',
  ]);
});

test('rows of an unknown type do not count', () => {
  const lines = unread([0, 1], [0, 2]).map((line) => ({ ...line, isOfUnknownKind: true as const }));
  expect(refused(lines, [{ rows: 3 }])).toBeUndefined();
  expect(refused(lines, [{ rows: 2 }])).toBe(NONE_READ);
});

test('a formatRefusal quotes three reasons, and names fifty columns', () => {
  const message = refused(unread([0, 1], [0, 2], [0, 3], [0, 4]), [{ rows: 5 }])
    ?.split('\n')
    .slice(1);
  expect(message).toEqual(['a, row 1: is 1', 'a, row 2: is 2', 'a, row 3: is 3']);
  const wide = Array.from({ length: 51 }, (_, n) => `c${n}`);
  expect(refused(ALL, [{ rows: 2, columns: wide }])).toMatch(/ c48, c49, …\. Describe them in a mapping/);
});

test.each<[table: string, file: SourceFacts, isRefused: boolean]>([
  ['with unknown columns is refused', { kind: 'unknown', columns }, true],
  ['with known columns is accepted', { kind: 'logs', columns }, false],
  ['and without columns is accepted', { kind: 'unknown' }, false],
  ['is accepted with a mapping', { columns }, false],
  ['is not one if it has rows', { kind: 'unknown', columns, rows: 1 }, false],
])('a table without rows %s', (_, file, isRefused) => {
  const message = formatRefusal(findUnknownHeaders(buildFacts(buildSources({}, file))));
  expect(message?.split('\n')).toEqual(
    isRefused
      ? [
          'b has no rows, and its columns are not those of a known table. Export it again.',
          expect.stringMatching(/^Its columns are Day, Sum\. .* b=/),
        ]
      : undefined,
  );
});
