import { describe, expect, it, test } from 'vitest';
import { toLocalHour } from '#shared/engine/tally/totals/local-hour.ts';
import { parseSettings } from '#shared/pipeline/settings/settings-file.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

test.each<[time: string, timeZone: string, hour: string]>([
  ['2026-10-01T15:59:59Z', 'UTC', '2026-10-01T15'],
  ['2026-10-01T16:00:00Z', '+08:00', '2026-10-02T00'],
  ['2026-10-01T16:00:00Z', 'Asia/Shanghai', '2026-10-02T00'],
  ['2026-10-01T18:29:00Z', 'Asia/Kolkata', '2026-10-01T23'],
  ['2026-10-01T18:30:00Z', 'Asia/Kolkata', '2026-10-02T00'],
  ['2026-10-01T03:00:00Z', '-03:30', '2026-09-30T23'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02'],
])('%s in %s is %s', (time, timeZone, hour) =>
  expect(toLocalHour(Date.parse(time), { timeZone })).toMatchObject({ hour, day: hour.slice(0, 10) }),
);

describe('a log and a bill in the time zone of China', () => {
  const sold = (id: number, at: string) => ({
    ...{ id, type: 2, request_id: `r${id}`, model_name: 'm', quota: 500_000 },
    created_at: Date.parse(at) / 1000,
  });
  const log = [sold(1, '2026-10-01T00:10:00+08:00'), sold(2, '2026-10-02T23:50:00+08:00')];
  const bill = (...days: readonly string[]) =>
    `date,model,cost\n${days.map((day) => `${day},m,0.4\n`).join('')}`;
  const days = ['2026-10-01T00:00:00+08:00', '2026-10-02T00:00:00+08:00'];
  const run = (settings: object, ...starts: readonly string[]) =>
    runFiles([makeTextFile('logs', log), makeTextFile('upstreamCharges', bill(...starts))], settings);

  it.each<[settings: object, byDay: string[]]>([
    [{}, ['2026-10-02 1', '2026-10-01 0', '2026-09-30 1']],
    [{ timeZone: 'Asia/Shanghai' }, ['2026-10-02 1', '2026-10-01 1']],
  ])('are counted by the days of the report’s time zone: settings %j', async (settings, byDay) => {
    const { report } = await run(settings, ...days);
    expect(report.summary.byDay.map(({ day, requests }) => `${day} ${requests}`)).toEqual(byDay);
  });

  it.each<[settings: object, starts: string[], isNamed: boolean]>([
    [{}, days, true],
    [{ timeZone: 'UTC' }, days, false],
    [{}, ['2026-10-01', '2026-10-02'], false],
    [{}, ['2026-10-01T00:00:00+08:00', '2026-10-02T03:00:00+08:00'], false],
    [{}, ['2026-10-01T00:00:00+08:00'], false],
  ])(
    'a note suggests the time zone of the bill, for settings %j and starts %j: %s',
    async (settings, starts, isNamed) => {
      const { notices } = await run(settings, ...starts);
      expect(notices.some(({ en }) => en.includes('"timeZone": "+08:00"'))).toBe(isNamed);
    },
  );

  it.each([
    [
      'hours',
      'date,end_time,model,cost',
      ['2026-10-01T10:00:00Z,2026-10-01T11:00:00Z', '2026-10-02T10:00:00Z,2026-10-02T11:00:00Z'],
    ],
    ['requests at one second', 'date,model,cost', ['2026-10-01T10:10:02.120Z', '2026-10-02T10:10:02.120Z']],
  ])('suggest no time zone for %s of several days', async (_, head, times) => {
    const bill = `${head}\n${times.map((time) => `${time},m,0.4\n`).join('')}`;
    const { notices } = await runFiles(
      [makeTextFile('logs', log), makeTextFile('upstreamCharges', bill)],
      {},
    );
    expect(notices.some(({ en }) => en.includes('timeZone'))).toBe(false);
  });
});

test('a zone that does not exist is refused, with two examples', () => {
  const result = parseSettings({ timeZone: 'Mars/Base' });
  expect(result).toMatchObject({
    mistakes: [{ en: 'timeZone: must be an offset such as +08:00, or a name such as Asia/Shanghai' }],
  });
});
