import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildCallRow } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const START = Date.parse('2026-10-01T00:00:00+08:00') / 1000;
const DAY = 86_400;
const DAYS = [0, 1, 2, 3, 4];

/** One request at noon of each day in China: 1 400 000 input tokens, 400 000 of them cached, and 200 000 output tokens. */
const logs = DAYS.map((day) =>
  buildCallRow(day + 1, (START + day * DAY + DAY / 2) * 1000, 'deepseek-flash', 0.01, {
    ...{ prompt_tokens: 1_400_000, completion_tokens: 200_000 },
    other: JSON.stringify({ cache_tokens: 400_000, model_price: 0.01, group_ratio: 1 }),
  }),
);
const prices = { models: [{ model: 'deepseek-flash', input: '0.15', cacheRead: '0.003', output: '0.6' }] };

const dayAndModel = (day: number): string =>
  `2026-10-0${day + 1}T00:00:00+08:00,2026-10-0${day + 2}T00:00:00+08:00,deepseek-flash`;
const costs = (perDay: string): string =>
  [
    'user_id,start_time_iso,end_time_iso,model,wallet_type,cost,currency',
    ...DAYS.map((day) => `u,${dayAndModel(day)},Paid,${perDay},USD`),
  ].join('\n');
/** @param output tokens of each day, as the provider counts them */
const amounts = (output: number): string =>
  [
    'user_id,start_time_iso,end_time_iso,model,type,price,amount',
    ...DAYS.flatMap((day) => [
      `u,${dayAndModel(day)},input_cache_hit_tokens,0.000000003,400000`,
      `u,${dayAndModel(day)},input_cache_miss_tokens,0.00000015,1000000`,
      `u,${dayAndModel(day)},output_tokens,0.0000006,${output}`,
      `u,${dayAndModel(day)},request_count,,1`,
    ]),
  ].join('\n');

async function detailsWith(...bills: string[]) {
  const files = [makeTextFile('logs', logs), ...bills.map((text) => makeTextFile('upstreamCharges', text))];
  const { report, meta } = await runFiles(files, {
    prices,
    period: { start: '2026-09-30T16:00:00Z', end: '2026-10-05T16:00:00Z' },
  });
  const found = report.findings.find(({ code }) => code === 'bill_exceeds_estimate');
  return { details: found?.details, notes: meta.notes };
}

test('a bill without token kinds shows only that its price differs', async () => {
  // 0.15 + 0.0012 + 0.12, with the output twice.
  const { details } = await detailsWith(costs('0.3912'));
  expect(details).toMatchObject({ amount: '0.6', kind: 'price' });
});

test('token counts of the provider show which kind differs', async () => {
  const { details, notes } = await detailsWith(costs('0.3912'), amounts(400_000));
  expect(details).toMatchObject({ amount: '0.6', kind: 'tokens', tokens: 'output', factor: '2' });
  expect(notes).toContainEqual(expect.stringMatching(/^Rows of usage reports: 20\./));
});

test('if token counts of the provider agree, the price differs', async () => {
  const { details } = await detailsWith(costs('0.3912'), amounts(200_000));
  expect(details).toMatchObject({ amount: '0.6', kind: 'price' });
});

test.each([
  ['deepseek', () => amounts(200_000)],
  ['openai', () => readFileSync('test/support/fixtures/bills/openai-usage-completions.json', 'utf8')],
  [
    'anthropic',
    () => readFileSync('test/support/fixtures/bills/anthropic-usage-report-messages.json', 'utf8'),
  ],
])('counts without a bill are refused, with the file to send: %s', async (_, report) => {
  await expect(detailsWith(report())).rejects.toMatchObject({
    details: expect.arrayContaining([expect.stringMatching(/is from .*\. (?:Also send|Send) /)]),
  });
});

/** OpenAI's costs by day, which name token kinds without counts. @param output cost of each day */
const itemized = (output: readonly number[]): string =>
  JSON.stringify({
    object: 'page',
    data: output.map((value, day) => ({
      object: 'bucket',
      start_time: START + day * DAY,
      end_time: START + (day + 1) * DAY,
      results: Object.entries({ input: 0.15, 'cached input': 0.0012, output: value }).map(([kind, cost]) => ({
        object: 'organization.costs.result',
        amount: { value: cost, currency: 'usd' },
        line_item: `deepseek-flash, ${kind}`,
      })),
    })),
    has_more: false,
  });

test('without counts, a kind whose cost changes by one factor has a new price', async () => {
  const { details } = await detailsWith(itemized([0.12, 0.12, 0.12, 0.24, 0.24]));
  expect(details).toMatchObject({ amount: '0.24', kind: 'price', tokens: 'output', factor: '2' });
  expect(details?.firstBucket).toBe('2026-10-03T16:00:00.000Z');
});

test('an excess from the first day on may be tokens', async () => {
  const { details } = await detailsWith(itemized([0.24, 0.24, 0.24, 0.24, 0.24]));
  expect(details).toMatchObject({ kind: 'tokens', tokens: 'output', factor: '2' });
});
