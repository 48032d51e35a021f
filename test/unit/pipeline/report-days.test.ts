import { expect, test } from 'vitest';
import { toLocalHour } from '#shared/engine/tally/totals/local-hour.ts';
import { parseSettings } from '#shared/pipeline/settings/settings-file.ts';

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

test('a zone that does not exist is refused, with two examples', () => {
  const result = parseSettings({ timeZone: 'Mars/Base' });
  expect(result).toMatchObject({
    mistakes: [{ en: 'timeZone: must be an offset such as +08:00, or a name such as Asia/Shanghai' }],
  });
});
