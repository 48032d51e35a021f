import { expect, test } from 'vitest';
import {
  findFilesUnderWrongOption,
  findLogRowsInBill,
  findLogsOfTwoDatabases,
  findLogsOfTwoGateways,
  findSwappedLogAndBill,
  findUnreadReports,
} from '#shared/pipeline/guards/wrong-files.ts';
import { factsOf, headed, refusal, type Shown } from '../../../support/pipeline/headed.ts';

const NEW_API = { settings: { connector: 'new-api' } };
const linesOf = (said: string | undefined) => said?.split('\n').slice(1) ?? [];

test('files passed with the wrong option are named with the right one, and other files are not', () => {
  const files = headed({ kind: 'bill' }, { kind: 'logs' }, { kind: 'unknown' }, {}, { kind: 'payments' });
  const said = refusal(findFilesUnderWrongOption(factsOf(files)));
  expect(said).toMatch(/^A file was given with the wrong option\.\na: .*--upstream.*\ne: .*--payments.*$/);
  expect(refusal(findFilesUnderWrongOption(factsOf(files.slice(1, 4))))).toBeUndefined();
});

test('an unusable report is refused as a whole, with the file to send', () => {
  const unread = {
    kind: 'unread',
    unused: { en: 'belongs to sums; send rows', zh: '属于汇总；请提供明细' },
  } as const;
  expect(refusal(findUnreadReports(factsOf(headed({ kind: 'logs' }, unread))))).toBe(
    'A file cannot be used.\nb: belongs to sums; send rows',
  );
  expect(refusal(findUnreadReports(factsOf(headed({ kind: 'unread' }, { kind: 'logs' }))))).toBeUndefined();
});

/** Of each log the gateways whose marks its rows show. */
test.each<[logs: string, shown: readonly (readonly string[])[], said: readonly string[]]>([
  ['one gateway', [['new-api'], ['new-api']], []],
  ['another one', [['one-hub'], ['voapi']], []],
  ['no marks', [[], ['new-api']], []],
  ['two files', [['new-api'], [], ['one-hub']], ['a: new-api', 'c: one-hub']],
  ['one file', [['one-hub', 'new-api']], ['a: new-api, and rows of one-hub']],
  [
    'others',
    [
      ['voapi', 'one-hub'],
      ['new-api', 'voapi', 'one-hub'],
    ],
    ['a: one-hub or voapi', 'b: new-api, and rows of one-hub or voapi'],
  ],
])('the marks of gateways: %s', (_, shown, said) => {
  const files = shown.map((some): Shown => ({ detectedGateways: some }));
  expect(linesOf(refusal(findLogsOfTwoGateways(factsOf(headed(...files), NEW_API))))).toEqual(said);
  const bills = files.map((file, n): Shown => (n === 0 ? file : { ...file, field: 'upstreamCharges' }));
  const ofFirst = said.filter((one) => one.includes('rows of') && one.startsWith('a'));
  expect(linesOf(refusal(findLogsOfTwoGateways(factsOf(headed(...bills), NEW_API))))).toEqual(ofFirst);
});

type Times = readonly (readonly [id: number, seconds: number])[];
/** A log of rows with these numbers at these seconds, each of the same model and quota where one is said. */
const numbered = (
  times: Times,
  more: Shown = {},
  { model = '', quota = null }: { model?: string; quota?: number | null } = {},
): Shown => {
  const sample = times.map(([id, seconds]) => ({ id, seconds, model, quota }));
  const [least, greatest] = [sample[0], sample.at(-1)];
  return { ids: { sample, least, greatest }, ...more };
};
const ONE: Times = [
  [1, 100],
  [2, 200],
  [3, 300],
  [4, 400],
];
const later = (...seconds: number[]): Times => ONE.map(([id, at], n) => [id, at + (seconds[n] ?? 0)]);

test.each<[logs: string, other: Shown, rows?: number]>([
  ['three numbers of other times', numbered(later(61, 61, 61)), 3],
  ['earlier ones', numbered(later(-61, -61, -61)), 3],
  ['a minute apart', numbered(later(61, 61, 60, 60))],
  ['two numbers', numbered(later(61, 61).slice(0, 2))],
  ['more than half', numbered([...later(61, 61, 61), [9, 999]]), 3],
  ['no number in common', numbered(ONE.map(([id, at]) => [id + 9, at + 99]))],
  ['a list that falls with the time', numbered(later(900, 700, 500, 300))],
  ['the list of one user', numbered(later(61, 61, 61), { usersOwnLog: { userId: '7', isProven: false } })],
  ['a mapped log', numbered(later(61, 61, 61), { mapping: {} as never })],
  ['a log without numbers', {}],
])('two logs that number rows alike: %s', (_, other, rows) => {
  const said = `b and c use the same row ids for different rows (${rows} of the rows that were compared).`;
  const told = rows === undefined ? [] : [expect.stringContaining(said)];
  const refused = refusal(findLogsOfTwoDatabases(factsOf(headed({}, numbered(ONE), other))));
  expect(linesOf(refused)).toEqual(told);
});

test.each<[one: object, other: object, isTold: boolean]>([
  [{ model: 'a', quota: 5 }, { model: 'a', quota: 5 }, false],
  [{ model: 'a', quota: 5 }, { model: 'b', quota: 5 }, true],
  [{ model: 'a', quota: 5 }, { model: 'a', quota: 0 }, true],
  [{ model: 'a', quota: 5 }, {}, false],
  [{}, { model: 'a', quota: 5 }, false],
])('numbers of one time: %j beside %j', (one, other, isTold) => {
  const refused = refusal(
    findLogsOfTwoDatabases(factsOf(headed(numbered(ONE, {}, one), numbered(ONE, {}, other)))),
  );
  expect(refused !== undefined).toBe(isTold);
});

test('if only half of the numbers match, nothing is concluded', () => {
  const eight: Times = [...ONE, [5, 500], [6, 600]];
  const others: Times = eight.map(([id, at]) => [id, id < 4 ? at + 61 : at]);
  expect(refusal(findLogsOfTwoDatabases(factsOf(headed(numbered(eight), numbered(others)))))).toBeUndefined();
});

test.each<[files: string, files: readonly Shown[], said: readonly string[]]>([
  [
    'a row of the second log',
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
] as never)('a log as the bill, too: %s', (_, files, said) => {
  expect(linesOf(refusal(findLogRowsInBill(factsOf(headed(...files)))))).toEqual(said);
});

/** What each file names: its requests, and those that it bought. */
test.each<[files: string, log: Shown, bill: Shown, isTold: boolean]>([
  ['the log names those of the bill', { requests: ['a'], bought: ['b'] }, { requests: ['b'] }, false],
  [
    'the bill names those of the log',
    { requests: ['a', 'c'] },
    { requests: ['b'], bought: ['x', 'a'] },
    true,
  ],
  ['neither', { requests: ['a'] }, { requests: ['b'], bought: ['x'] }, false],
  ['the same ids, bought elsewhere', { requests: ['a'] }, { requests: ['a'], bought: ['y'] }, false],
])('a log and a bill that are swapped: %s', (_, log, bill, isTold) => {
  const said = linesOf(
    refusal(findSwappedLogAndBill(factsOf(headed({}, log, { ...bill, field: 'upstreamCharges' })))),
  );
  const told = 'c contains request ids of b as upstream ids. Supply c with --logs, and b with --upstream.';
  expect(said).toEqual(isTold ? [told] : []);
  expect(
    refusal(findSwappedLogAndBill(factsOf(headed(log, { ...bill, field: 'payments' })))),
  ).toBeUndefined();
});
