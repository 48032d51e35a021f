import { expect, test } from 'vitest';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import { isSettings, parseSettings, type SettingsFile } from '#shared/pipeline/settings/settings-file.ts';

const prices = { models: [{ model: 'sonnet', input: '1' }] };
const day = (n: number) => `2026-10-0${n}T00:00:00Z`;

test.each<readonly [title: string, file: SettingsFile, run: object]>([
  ['no settings', {}, {}],
  ['file names are not settings of the run', { logs: 'log.csv', out: 'report' }, {}],
  ['a currency', { currency: 'CNY', quotaPerUnit: 500_000 }, { currency: 'CNY', quotaPerUnit: 500_000 }],
  ['a limit of rejected rows', { rejectedShare: 0 }, { rejectedShareMax: 0 }],
  [
    'a month',
    { period: '2026-12' },
    { period: { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' } },
  ],
  [
    'a month in the time zone of China',
    { period: '2026-12', timeZone: 'Asia/Shanghai' },
    {
      timeZone: 'Asia/Shanghai',
      period: { start: '2026-11-30T16:00:00.000Z', end: '2026-12-31T16:00:00.000Z' },
    },
  ],
  [
    'a month in which the clock is changed',
    { period: '2026-03', timeZone: 'Europe/Berlin' },
    {
      timeZone: 'Europe/Berlin',
      period: { start: '2026-02-28T23:00:00.000Z', end: '2026-03-31T22:00:00.000Z' },
    },
  ],
  [
    'a start and an end',
    { period: { start: day(1), end: day(2) } },
    { period: { start: day(1), end: day(2) } },
  ],
  ['a start', { period: { start: day(1) } }, { period: { start: day(1) } }],
  ['an end', { period: { end: day(1) } }, { period: { end: day(1) } }],
  ['prices', { prices } as SettingsFile, { prices }],
  ['the name of a price file that was not read', { prices: 'prices.json' }, {}],
])('settings become settings of a run: %s', (_, file, run) =>
  expect(configureRun(file, false)).toEqual({ rejectedShareMax: 0.01, isPartial: false, ...run }),
);

test('prices of the named price file are used', () =>
  expect(configureRun({ prices: 'prices.json' }, true, prices as never)).toEqual({
    rejectedShareMax: 0.01,
    isPartial: true,
    prices,
  }));

test.each([
  ['at its start', day(2), day(2)],
  ['before its start', day(2), day(1)],
  ['at its start, which is a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
])('a period may not end %s', (_, start, end) =>
  expect(() => configureRun({ period: { start, end } }, false)).toThrow(
    'The end of the period must be later than its start',
  ),
);

test.each<readonly [content: unknown, expected: boolean]>([
  [{ connector: 'new-api' }, true],
  [{ quotaPerUnit: 1 }, true],
  [{ rates: {} }, true],
  [{ logs: 'log.csv' }, true],
  [{ logs: ['a.csv', 'b.csv'] }, true],
  // A payload contains rows.
  [{ connector: 'new-api', logs: [{ id: 1 }] }, false],
  [{ connector: 'new-api', logs: ['a.csv', { id: 1 }] }, false],
  [{ period: {}, downstreamUsage: [] }, false],
  [{ period: {}, upstreamCharges: [] }, false],
  [{ currency: 'USD' }, false],
  ['connector', false],
  [null, false],
])('%j is a settings file: %s', (content, expected) => expect(isSettings(content)).toBe(expected));

test.each<readonly [content: unknown, mistake: string]>([
  [null, '{}: must be an object'],
  ['text', '{}: must be an object'],
  [[], '{}: must be an object'],
  [{ AKIAIOSFODNN7EXAMPLE: 1 }, 'there is no setting ?. The settings are connector, quotaPerUnit,'],
  [{ curency: 'USD' }, 'there is no setting curency. The settings are connector, quotaPerUnit,'],
  [{ curency: 'USD' }, '. Did you mean currency?'],
  [{ connector: 'newapi' }, 'connector: must be one of'],
  [{ quotaPerUnit: 0 }, 'quotaPerUnit: must be a number above 0'],
  [{ rejectedShare: 1.01 }, 'rejectedShare: must be a number from 0 to 1'],
  [{ rejectedShare: -0.01 }, 'rejectedShare: must be a number from 0 to 1'],
  [{ customers: 0 }, 'customers: must be a whole number'],
  [{ customers: 1.5 }, 'customers: must be a whole number'],
  [{ period: '2026-13' }, 'period: must be a month such as 2026-10'],
  [{ period: '2026-10-01' }, 'period: must be a month such as 2026-10'],
  [{ period: { start: '2026-10-01' } }, 'must be a date-time with an offset'],
  [{ logs: '' }, 'logs: must not be empty'],
  [{ logs: 3 }, 'logs: must name files'],
  [{ upstream: 3 }, 'upstream: must name files: a file name, {"file"'],
  [{ names: { a: 3 } }, 'names.a: must be a string'],
])('%j is refused: %s', (content, mistake) => {
  const result = parseSettings(content);
  expect('mistakes' in result ? result.mistakes.map(({ en }) => en).join('\n') : 'no mistake').toContain(
    mistake,
  );
});

test.each<SettingsFile>([
  {},
  { period: '2026-01', rejectedShare: 1, customers: 1 },
  { rejectedShare: 0, logs: ['a.csv'], prices: 'prices.json', known: 'known.json' },
  { upstream: ['bill.csv', { file: 'other.csv', channel: '7' }] },
])('%j is accepted unchanged', (settings) => expect(parseSettings(settings)).toEqual({ output: settings }));

test('a bill is a file, or a file with its channel', () =>
  expect(listBillFiles(['a.csv', { file: 'b.csv', channel: '7' }])).toEqual([
    { file: 'a.csv' },
    { file: 'b.csv', channel: '7' },
  ]));
