import { expect, it } from 'vitest';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const sold = (id: number, day: string) => ({
  ...{ id, type: 2, request_id: `r${id}`, model_name: 'm', quota: 500_000 },
  created_at: Date.parse(`${day}T10:00:00Z`) / 1000,
});
const DAYS = ['2026-10-02', '2026-10-04', '2026-10-09'];
const log = makeTextFile(
  'logs',
  DAYS.map((day, id) => sold(id, day)),
);
/** A bill whose dates start with the month. */
const billOf = (timeFormat: string, days: readonly string[] = DAYS) =>
  makeTextFile(
    'upstreamCharges',
    `When,Model,Cost\n${days.map((day) => `${day.slice(5, 7)}/${day.slice(8)}/2026,m,0.2\n`).join('')}`,
    {
      mapping: parseMapping(
        {
          rows: 'upstreamCharges',
          columns: { occurredAt: 'When', model: 'Model', costAmount: 'Cost' },
          ...{ timeFormat, timeZone: 'UTC', grain: 'day' },
        },
        'map.json',
      ),
    },
  );
const SWAPPED = /dates run from 2026-02-10 to 2026-09-10\. .* from 2026-10-02 to 2026-10-09, .*MM and DD/;

it.each<[order: string, timeFormat: string, days: string[], isNoted: boolean]>([
  ['the wrong order is noted', 'DD/MM/YYYY', DAYS, true],
  ['the right order is not noted', 'MM/DD/YYYY', DAYS, false],
  // In both orders, these days are outside the log.
  ['the wrong order, with other days, is not noted', 'DD/MM/YYYY', ['2026-06-02', '2026-06-05'], false],
])('a bill read in %s', async (_, timeFormat, days, isNoted) => {
  const { notices } = await runFiles([log, billOf(timeFormat, days)], {});
  expect(notices.some(({ en }) => SWAPPED.test(en))).toBe(isNoted);
});

it('a bill without rows in the period is refused, with its date range in both orders', async () => {
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  await expect(runFiles([log, billOf('DD/MM/YYYY')], { period })).rejects.toMatchObject({
    details: expect.arrayContaining([expect.stringMatching(SWAPPED)]),
  });
});

it('a date that exists only in the other order is rejected with the matching order', async () => {
  const days = [...DAYS, '2026-10-25'];
  const { overview } = await runFiles([log, billOf('DD/MM/YYYY', days)], { rejectedShareMax: 1 });
  expect(overview.rejected.map(({ reason }) => reason.en)).toEqual([
    'column “When” must match the timeFormat of the mapping, DD/MM/YYYY. It matches MM/DD/YYYY',
  ]);
});
