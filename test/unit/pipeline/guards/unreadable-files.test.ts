import { expect, test } from 'vitest';
import { findUnknownHeaders, findUnreadableFiles } from '#shared/pipeline/guards/unreadable-files.ts';
import { factsOf, headed, refusal, type Shown } from '../../../support/pipeline/headed.ts';

/** Rows of files that cannot be read. */
const unread = (...places: readonly (readonly [source: number, row: number])[]) =>
  places.map(([source, row]) => ({ source, row, reason: { en: `is ${row}`, zh: `为 ${row}` } }));
const refused = (lines: ReturnType<typeof unread>, files: readonly Shown[], share = 0.25) =>
  refusal(
    findUnreadableFiles(
      factsOf(headed(...files), { rejected: lines, settings: { rejectedShareMax: share } }),
    ),
  );
const columns = ['Day', 'Sum'];
const ALL = unread([0, 1], [0, 2]);
const NONE_READ = 'a: none of its rows can be read.\na, row 1: is 1\na, row 2: is 2';
const MAPPING = 'Describe them in a mapping: --mapping a=mapping.json (docs/mapping.md).';

test.each<
  [rows: string, lines: ReturnType<typeof unread>, files: readonly Shown[], said?: string, share?: number]
>([
  ['none', [], [{ rows: 4 }]],
  ['none of no row', [], [{ rows: 0 }]],
  ['one of four', unread([0, 1]), [{ rows: 4 }]],
  ['two of four', ALL, [{ rows: 4 }], 'a: 2 of 4 rows cannot be read, more than the limit of 25 %.'],
  [
    'two of five, where a ninth may be',
    ALL,
    [{ rows: 5 }],
    'a: 2 of 5 rows cannot be read, more than the limit of 11.1111 %.',
    1 / 9,
  ],
  [
    'in the second file',
    unread([1, 1], [1, 2]),
    [{ rows: 4 }, { rows: 5 }],
    'b: 2 of 5 rows cannot be read,',
  ],
  ['all that a file has', ALL, [{ rows: 2, columns }], `${NONE_READ}\nIts columns are Day, Sum. ${MAPPING}`],
  ['all, whatever may be', ALL, [{ rows: 2 }], NONE_READ, 1],
  [
    'all of a table that a mapping reads',
    ALL,
    [{ rows: 2, columns, mapping: {} as never }],
    `${NONE_READ}\nIts columns are Day, Sum.`,
  ],
  ['all of one that is known', ALL, [{ rows: 2, columns, kind: 'logs' }], NONE_READ],
  [
    'all of one that nobody knows',
    ALL,
    [{ rows: 2, columns, kind: 'unknown' }],
    `${NONE_READ}\nIts columns are Day, Sum. ${MAPPING}`,
  ],
  [
    'all of a table that lacks one column of a known bill',
    ALL,
    [{ rows: 2, columns: ['账单时间', '计费项', '计费项原始用量'] }],
    `${NONE_READ}\nIf it is “SiliconFlow cost details”, its column 账单金额 is missing: download it again with all columns.\nIts columns are 账单时间, 计费项, 计费项原始用量. ${MAPPING}`,
  ],
  ['one row for two reasons', unread([0, 1], [0, 1]), [{ rows: 2 }], 'a: 2 of 2 rows cannot be read,'],
])('rows that cannot be read: %s', (_, lines, files, said, share) => {
  const told = refused(lines, files, share);
  if (said?.startsWith(NONE_READ) || said === undefined) expect(told).toBe(said);
  else expect(told).toMatch(said);
});

test('the first file above the limit is named, with its own rows', () => {
  const lines = unread([0, 1], [1, 1], [2, 7], [3, 1]);
  const said = refused(lines, [{ rows: 4 }, { rows: 4 }, { rows: 3, field: 'upstreamCharges' }, { rows: 2 }]);
  expect(said?.split('\n')).toEqual([
    expect.stringMatching(/^c: 1 of 3 rows cannot be read,/),
    'c, row 7: is 7',
  ]);
});

test('a refusal quotes each reason once, and gives no advice on mappings for a recognized file', () => {
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

test('a refusal quotes three reasons, and names fifty columns', () => {
  const said = refused(unread([0, 1], [0, 2], [0, 3], [0, 4]), [{ rows: 5 }])
    ?.split('\n')
    .slice(1);
  expect(said).toEqual(['a, row 1: is 1', 'a, row 2: is 2', 'a, row 3: is 3']);
  const wide = Array.from({ length: 51 }, (_, n) => `c${n}`);
  expect(refused(ALL, [{ rows: 2, columns: wide }])).toMatch(/ c48, c49, …\. Describe them in a mapping/);
});

test.each<[table: string, file: Shown, isRefused: boolean]>([
  ['of columns that nobody knows', { kind: 'unknown', columns }, true],
  ['of columns that are known', { kind: 'logs', columns }, false],
  ['of none', { kind: 'unknown' }, false],
  ['that a mapping reads', { columns }, false],
  ['with rows', { kind: 'unknown', columns, rows: 1 }, false],
])('a table without rows %s', (_, file, isRefused) => {
  const said = refusal(findUnknownHeaders(factsOf(headed({}, file))));
  expect(said?.split('\n')).toEqual(
    isRefused
      ? [
          'b has no rows, and its columns are not those of a known table. Export it again.',
          expect.stringMatching(/^Its columns are Day, Sum\. .* b=/),
        ]
      : undefined,
  );
});
