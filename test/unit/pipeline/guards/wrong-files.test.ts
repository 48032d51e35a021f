import { expect, test } from 'vitest';
import {
  findFilesUnderWrongOption,
  findLogRowsInBill,
  findLogsOfTwoDatabases,
  findLogsOfTwoGateways,
  findSwappedLogAndBill,
  findUnreadReports,
} from '#shared/pipeline/guards/wrong-files.ts';
import {
  buildFacts,
  buildSources,
  formatRefusal,
  type SourceFacts,
} from '../../../support/pipeline/source-facts.ts';

const NEW_API = { settings: { connector: 'new-api' } };
const detailsOf = (message: string | undefined) => message?.split('\n').slice(1) ?? [];

test('files passed with the wrong option are named with the right one, and other files are not', () => {
  const files = buildSources(
    { kind: 'bill' },
    { kind: 'logs' },
    { kind: 'unknown' },
    {},
    { kind: 'payments' },
  );
  const message = formatRefusal(findFilesUnderWrongOption(buildFacts(files)));
  expect(message).toMatch(/^A file was given with the wrong option\.\na: .*--upstream.*\ne: .*--payments.*$/);
  expect(formatRefusal(findFilesUnderWrongOption(buildFacts(files.slice(1, 4))))).toBeUndefined();
});

test('an unusable report is refused as a whole, with the file to send', () => {
  const unread = {
    kind: 'unread',
    unused: { en: 'belongs to sums; send rows', zh: '属于汇总；请提供明细' },
  } as const;
  expect(formatRefusal(findUnreadReports(buildFacts(buildSources({ kind: 'logs' }, unread))))).toBe(
    'A file cannot be used.\nb: belongs to sums; send rows',
  );
  expect(
    formatRefusal(findUnreadReports(buildFacts(buildSources({ kind: 'unread' }, { kind: 'logs' })))),
  ).toBeUndefined();
});

/** Gateways recognized in each log, and the files that are refused. */
test.each<[title: string, gateways: readonly (readonly string[])[], details: readonly string[]]>([
  ['one gateway is accepted', [['new-api'], ['new-api']], []],
  ['two gateways other than the settings name are accepted', [['one-hub'], ['voapi']], []],
  ['a log that is not recognized is accepted', [[], ['new-api']], []],
  ['two files of two gateways', [['new-api'], [], ['one-hub']], ['a: new-api', 'c: one-hub']],
  ['one file with rows of two gateways', [['one-hub', 'new-api']], ['a: new-api, and rows of one-hub']],
  [
    'two files that may be of several gateways',
    [
      ['voapi', 'one-hub'],
      ['new-api', 'voapi', 'one-hub'],
    ],
    ['a: one-hub or voapi', 'b: new-api, and rows of one-hub or voapi'],
  ],
])('logs of two gateways are refused: %s', (_, gateways, details) => {
  const files = gateways.map((detectedGateways): SourceFacts => ({ detectedGateways }));
  expect(
    detailsOf(formatRefusal(findLogsOfTwoGateways(buildFacts(buildSources(...files), NEW_API)))),
  ).toEqual(details);
  const bills = files.map((file, n): SourceFacts => (n === 0 ? file : { ...file, field: 'upstreamCharges' }));
  const detailsOfFirst = details.filter((detail) => detail.includes('rows of') && detail.startsWith('a'));
  expect(
    detailsOf(formatRefusal(findLogsOfTwoGateways(buildFacts(buildSources(...bills), NEW_API)))),
  ).toEqual(detailsOfFirst);
});

type Times = readonly (readonly [id: number, seconds: number])[];
/** A log of rows with these ids and seconds, all with the same model and quota. */
const logWithIds = (
  times: Times,
  more: SourceFacts = {},
  { model = '', quota = null }: { model?: string; quota?: number | null } = {},
): SourceFacts => {
  const sample = times.map(([id, seconds]) => ({ id, seconds, model, quota }));
  const [least, greatest] = [sample[0], sample.at(-1)];
  return { ids: { sample, least, greatest }, ...more };
};
const FOUR_ROWS: Times = [
  [1, 100],
  [2, 200],
  [3, 300],
  [4, 400],
];
const later = (...seconds: number[]): Times => FOUR_ROWS.map(([id, at], n) => [id, at + (seconds[n] ?? 0)]);

test.each<[logs: string, other: SourceFacts, rows?: number]>([
  ['three ids with later times', logWithIds(later(61, 61, 61)), 3],
  ['three ids with earlier times', logWithIds(later(-61, -61, -61)), 3],
  ['two ids with later times, and two within a minute', logWithIds(later(61, 61, 60, 60))],
  ['only two ids in common', logWithIds(later(61, 61).slice(0, 2))],
  ['three of four ids with later times', logWithIds([...later(61, 61, 61), [9, 999]]), 3],
  ['no ids in common', logWithIds(FOUR_ROWS.map(([id, at]) => [id + 9, at + 99]))],
  ['a list whose ids fall with time', logWithIds(later(900, 700, 500, 300))],
  ['a log of one user', logWithIds(later(61, 61, 61), { usersOwnLog: { userId: '7', isProven: false } })],
  ['a mapped log', logWithIds(later(61, 61, 61), { mapping: {} as never })],
  ['a log without ids', {}],
])('two logs with the same ids for different rows are refused: %s', (_, other, rows) => {
  const detail = `b and c use the same row ids for different rows (${rows} of the rows that were compared).`;
  const details = rows === undefined ? [] : [expect.stringContaining(detail)];
  const refused = formatRefusal(
    findLogsOfTwoDatabases(buildFacts(buildSources({}, logWithIds(FOUR_ROWS), other))),
  );
  expect(detailsOf(refused)).toEqual(details);
});

test.each<[first: object, second: object, isRefused: boolean]>([
  [{ model: 'a', quota: 5 }, { model: 'a', quota: 5 }, false],
  [{ model: 'a', quota: 5 }, { model: 'b', quota: 5 }, true],
  [{ model: 'a', quota: 5 }, { model: 'a', quota: 0 }, true],
  [{ model: 'a', quota: 5 }, {}, false],
  [{}, { model: 'a', quota: 5 }, false],
])('rows with one id and time are different rows: %j, %j: %s', (first, second, isRefused) => {
  const refused = formatRefusal(
    findLogsOfTwoDatabases(
      buildFacts(buildSources(logWithIds(FOUR_ROWS, {}, first), logWithIds(FOUR_ROWS, {}, second))),
    ),
  );
  expect(refused !== undefined).toBe(isRefused);
});

test('two logs are accepted if only half of the common ids have other times', () => {
  const rows: Times = [...FOUR_ROWS, [5, 500], [6, 600]];
  const others: Times = rows.map(([id, at]) => [id, id < 4 ? at + 61 : at]);
  expect(
    formatRefusal(findLogsOfTwoDatabases(buildFacts(buildSources(logWithIds(rows), logWithIds(others))))),
  ).toBeUndefined();
});

test.each<[title: string, files: readonly SourceFacts[], details: readonly string[]]>([
  [
    'a row of the second log is in the bill',
    [{ sample: ['1'] }, { sample: ['2', '3'] }, { sample: ['9', '3'], field: 'upstreamCharges' }],
    ['--upstream: c contains rows of b'],
  ],
  ['other rows', [{ sample: ['1'] }, { sample: ['2'], field: 'upstreamCharges' }], []],
  ['two logs', [{ sample: ['1'] }, { sample: ['1'] }], []],
  [
    'two bills',
    [
      { sample: ['1'], field: 'upstreamCharges' },
      { sample: ['1'], field: 'upstreamCharges' },
    ],
    [],
  ],
  ['payments', [{ sample: ['1'] }, { sample: ['1'], field: 'payments' }], []],
] as never)('log rows in the bill are refused: %s', (_, files, details) => {
  expect(detailsOf(formatRefusal(findLogRowsInBill(buildFacts(buildSources(...files)))))).toEqual(details);
});

/** Request ids and upstream ids of each file. */
test.each<[title: string, log: SourceFacts, bill: SourceFacts, isRefused: boolean]>([
  ['the log refers to ids of the bill', { requests: ['a'], bought: ['b'] }, { requests: ['b'] }, false],
  ['the bill refers to the log', { requests: ['a', 'c'] }, { requests: ['b'], bought: ['x', 'a'] }, true],
  ['no ids in common', { requests: ['a'] }, { requests: ['b'], bought: ['x'] }, false],
  ['equal request ids, other upstream ids', { requests: ['a'] }, { requests: ['a'], bought: ['y'] }, false],
])('a swapped log and bill are refused: %s', (_, log, bill, isRefused) => {
  const details = detailsOf(
    formatRefusal(
      findSwappedLogAndBill(buildFacts(buildSources({}, log, { ...bill, field: 'upstreamCharges' }))),
    ),
  );
  const detail = 'c contains request ids of b as upstream ids. Supply c with --logs, and b with --upstream.';
  expect(details).toEqual(isRefused ? [detail] : []);
  expect(
    formatRefusal(findSwappedLogAndBill(buildFacts(buildSources(log, { ...bill, field: 'payments' })))),
  ).toBeUndefined();
});
