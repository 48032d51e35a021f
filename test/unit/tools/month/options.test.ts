import { expect, test } from 'vitest';
import { newApiRow, oneHubRow } from '../../../support/fixtures/native-rows.ts';
import { runMonthOnFiles } from '../../../support/pipeline/run-month-command.ts';

const rows = Array.from({ length: 30 }, (_, n) =>
  newApiRow({
    id: n + 1,
    created_at: 1_790_000_000 + n,
    request_id: `r${n}`,
    user_id: 1 + (n % 2),
    quota: 500,
  }),
);
const own = rows.map((row) => ({ ...row, id: 0, user_id: 7 }));
const text = JSON.stringify(rows);
const UNIT = ['--quota-per-unit', '500000'];
const OWN = { 'log.json': JSON.stringify(own) };
const CUT = { 'log.json': text.slice(0, -9) };
const STATUS = ['--status', '@status.json'];
const status = (unit: unknown) => ({ 'status.json': JSON.stringify({ data: { quota_per_unit: unit } }) });
const SETTINGS = ['--settings', '@set.json'];
const customers = (count: number) => ({ 'set.json': `{"customers":${count}}` });
const NO_FILE =
  /^--logs: no file matches none\*\.json\. Check the path\.\n\nFor help: npm run month -- --help$/;
const PRICES = { 'prices.json': '[{"model":"m","channel_type":1,"input":1,"output":2}]' };

test.each<[name: string, code: number, files: Record<string, string>, args: string[], says: RegExp]>([
  ['--status contains the unit', 0, status(500_000), STATUS, /No problems were found/],
  [
    '--status is another reply',
    2,
    { 'status.json': '{}' },
    STATUS,
    /--status: status\.json: is not the status reply/,
  ],
  ['--status contains a text as the unit', 2, status('x'), STATUS, /is not the status reply/],
  ['--status is not JSON', 2, { 'status.json': '<' }, STATUS, /status\.json is not JSON/],
  ['--status is a missing file', 2, {}, STATUS, /^--status: .*status\.json/],
  [
    '--status contradicts --quota-per-unit',
    2,
    status(1000),
    [...UNIT, ...STATUS],
    /is 500000, but status\.json has 1000/,
  ],
  [
    '--status agrees with --quota-per-unit',
    0,
    status(500_000),
    [...UNIT, ...STATUS],
    /No problems were found/,
  ],
  [
    '--channels contains prices',
    2,
    PRICES,
    [...UNIT, '--channels', '@prices.json'],
    /: is not a list of channels/,
  ],
  ['no unit is given', 2, {}, [], /--quota-per-unit, for example to 500000, or .*--status/],
  ['a user’s own log', 3, OWN, UNIT, /^log\.json contains only user 7’s own log.*"customers": 1/s],
  [
    'a user’s own log with customers: 1',
    0,
    { ...OWN, ...customers(1) },
    [...UNIT, ...SETTINGS],
    /No problems were found/,
  ],
  ['customers: 0', 2, customers(0), [...UNIT, ...SETTINGS], /customers/],
  ['a file breaks off', 2, CUT, UNIT, /is cut off after row 29, at byte \d+.*--partial/s],
  [
    '--partial goes on',
    3,
    CUT,
    [...UNIT, '--partial'],
    /^log\.json: is cut off after row 29.*Losses are not known yet/s,
  ],
  ['--partial of a whole file', 0, {}, [...UNIT, '--partial'], /No problems were found/],
  ['--partial takes no value', 2, {}, [...UNIT, '--partial=yes'], /--partial takes no value/],
  ['a log of another gateway', 2, { 'log.json': JSON.stringify([oneHubRow()]) }, UNIT, /one-hub/],
  [
    'a device for a file',
    2,
    {},
    [...UNIT, '--logs', '/dev/zero'],
    /^--logs: \/dev\/zero is a pipe or a device/,
  ],
  [
    'a device for settings',
    2,
    {},
    ['--settings', '/dev/zero'],
    /^--settings: \/dev\/zero has more than 16777216 bytes/,
  ],
  ['braces for files', 0, {}, [...UNIT, '--logs', '@{log,log}.{json,xml}'], /No problems were found/],
  [
    'braces for a million patterns',
    2,
    {},
    [...UNIT, '--logs', `@${'{a,b}'.repeat(20)}`],
    /expand to more than 1000 patterns/,
  ],
  ['a range of a million', 2, {}, [...UNIT, '--logs', '@{0..999999}'], /expand to more than 1000 patterns/],
  ['no such files', 2, {}, [...UNIT, '--logs', '@none*.json'], NO_FILE],
  [
    '--out is a file',
    2,
    { 'a.txt': '' },
    [...UNIT, '--out', '@a.txt'],
    /^--out: a\.txt is a file\. Choose a folder/,
  ],
])('%s: exit code %i', async (_, code, files, args, says) => {
  const log = ['--connector', 'new-api', '--logs', '@log.json', '--language', 'en'];
  const result = await runMonthOnFiles({ 'log.json': text, ...files }, [...log, ...args]);
  expect(result.text).toMatch(says);
  expect(result.code).toBe(code);
});
