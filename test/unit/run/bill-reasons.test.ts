import { expect, test } from 'vitest';
import { runHere } from '../../support/run/run-here.ts';

const utf8 = new TextEncoder();
const DAYS = 8;
const dayOf = (day: number): string => `2026-10-0${day}T00:00:00.000Z`;

/** Requests of one model at 1 a million tokens: at noon of each day one of a million, and what else is told. */
const logs = (others: readonly (readonly [at: string, millions: number])[]) =>
  [...Array.from({ length: DAYS }, (_, day) => [`0${day + 1}T12:00`, 1] as const), ...others].map(
    ([at, millions], id) => ({
      ...{ id: id + 1, created_at: Date.parse(`2026-10-${at}:00Z`) / 1000, type: 2, user_id: 3, channel: 1 },
      ...{ model_name: 'sonnet', request_id: `r${id}`, quota: millions * 1_000_000 },
      ...{
        prompt_tokens: millions * 1_000_000,
        completion_tokens: 0,
        other: '{"model_price":2,"group_ratio":1}',
      },
    }),
  );

async function reason(others: Parameters<typeof logs>[0], costs: readonly number[]) {
  const bill = costs.map((costAmount, day) => ({
    ...{ occurredAt: dayOf(day + 1), model: 'sonnet', status: 'success', costAmount },
  }));
  const { report } = await runHere(
    [
      { field: 'logs', bytes: utf8.encode(JSON.stringify(logs(others))) },
      { field: 'upstreamCharges', bytes: utf8.encode(JSON.stringify(bill)) },
    ],
    {
      ...{
        connector: 'new-api',
        quotaPerUnit: 500_000,
        supplied: { upstreamCharges: true, payments: false },
      },
      period: { start: dayOf(1), end: dayOf(DAYS + 1) },
      prices: { models: [{ model: 'sonnet', input: '1' }] },
    },
  );
  const found = report.findings.find(({ code }) => code === 'bill_exceeds_estimate');
  return [found?.details?.kind, found?.details?.firstBucket];
}

test('usage outside the log is told although a request close to midnight is worth as much', async () => {
  const found = await reason([['02T23:50', 2]], [1, 3, 2.6, 1, 1, 1, 1, 1]);
  expect(found).toEqual(['usage', dayOf(3)]);
});

test.each([
  ['is told by the days beside it', [['04T00:05', 0.1]], [1, 1, 1.1, 1.32, 1.2, 1.2, 1.2, 1.2], 3],
  [
    'is not told where what is close to midnight has moved',
    [['04T00:05', 0.1]],
    [1, 1, 1.1, 1.2, 1.2, 1.2, 1.2, 1.2],
    4,
  ],
] as const)('the day on which a price changed %s', async (_, others, costs, day) => {
  expect(await reason(others, costs)).toEqual(['price', dayOf(day)]);
});
