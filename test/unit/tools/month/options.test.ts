import { describe, expect, it } from 'vitest';
import { newApiRow } from '../../../support/fixtures/native-rows.ts';
import { monthHere } from '../../../support/run/month-here.ts';

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
const status = (unit: unknown) => JSON.stringify({ success: true, data: { quota_per_unit: unit } });
const LOG = ['--connector', 'new-api', '--logs', '@log.json'];
const UNIT = ['--quota-per-unit', '500000'];
const OWN = { 'log.json': JSON.stringify(own) };
const CUT = { 'log.json': text.slice(0, -9) };

describe('options that say how books are to be taken', () => {
  it.each<[name: string, code: number, files: Record<string, string>, args: string[], says: RegExp]>([
    [
      '--status states the unit',
      0,
      { 'status.json': status(500_000) },
      ['--status', '@status.json'],
      /Nothing wrong/,
    ],
    [
      '--status is no status',
      2,
      { 'status.json': '{}' },
      ['--status', '@status.json'],
      /--status: status\.json: is no status reply/,
    ],
    [
      '--status says a text',
      2,
      { 'status.json': status('x') },
      ['--status', '@status.json'],
      /is no status reply/,
    ],
    [
      '--status is no JSON',
      2,
      { 'status.json': '<' },
      ['--status', '@status.json'],
      /status\.json is not JSON/,
    ],
    ['--status is not there', 2, {}, ['--status', '@status.json'], /^--status: .*status\.json/],
    [
      '--status contradicts',
      2,
      { 'status.json': status(1000) },
      [...UNIT, '--status', '@status.json'],
      /is 500000, but status\.json says 1000/,
    ],
    [
      '--status agrees',
      0,
      { 'status.json': status(500_000) },
      [...UNIT, '--status', '@status.json'],
      /Nothing wrong/,
    ],
    [
      '--channels holds prices',
      2,
      { 'prices.json': JSON.stringify([{ model: 'm', channel_type: 1, input: 1, output: 2 }]) },
      [...UNIT, '--channels', '@prices.json'],
      /prices\.json: is no list of channels/,
    ],
    ['nobody states the unit', 2, {}, [], /--quota-per-unit, such as 500000, or .*--status/],
    ['a list of one user', 3, OWN, UNIT, /^Rows with money .*own log of user 7.*"customers": 1/s],
    [
      'customers: 1',
      0,
      { ...OWN, 'set.json': '{"customers":1}' },
      [...UNIT, '--settings', '@set.json'],
      /^No provider's bill .*Nothing wrong/,
    ],
    ['customers: 0', 2, { 'set.json': '{"customers":0}' }, [...UNIT, '--settings', '@set.json'], /customers/],
    ['a file breaks off', 2, CUT, UNIT, /breaks off after row 29, at byte \d+.*--partial/s],
    [
      '--partial goes on',
      3,
      CUT,
      [...UNIT, '--partial'],
      /^Rows with money are missing.*log\.json: breaks off after row 29/s,
    ],
    ['--partial of a whole file', 0, {}, [...UNIT, '--partial'], /Nothing wrong/],
    ['--partial takes no value', 2, {}, [...UNIT, '--partial=yes'], /--partial takes no value/],
  ])('%s: exit code %i', async (_, code, files, args, says) => {
    const told = await monthHere({ 'log.json': text, ...files }, [...LOG, ...args, '--language', 'en']);
    expect(told.text).toMatch(says);
    expect(told.code).toBe(code);
  });
});
