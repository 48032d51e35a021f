import { describe, expect, test } from 'vitest';
import type { PriceSettings } from '#shared/prices/price-settings.ts';
import type { RunReport } from '#shared/report/run-report.ts';
import { describeEstimate } from '#shared/report/words/estimate-words.ts';
import { buildCallRow } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const DAYS = [1, 2, 3, 4];

/** One request of each model at noon of each day, with a million tokens, sold for 2. */
const sold = (models: readonly string[]) =>
  DAYS.flatMap((day) => models.map((model) => [day, model] as const)).map(([day, model], id) =>
    buildCallRow(id + 1, Date.UTC(2026, 9, day, 12), model, 2, { prompt_tokens: 1_000_000 }),
  );
const billed = (costs: Readonly<Record<string, string>>) =>
  DAYS.flatMap((day) =>
    Object.entries(costs).map(([model, costAmount]) => ({
      occurredAt: `2026-10-0${day}T00:00:00Z`,
      model,
      status: 'success',
      costAmount,
    })),
  );

/** `cheap` costs 1 a day and `dear` 1.5; `free` has no price. */
const PRICES: PriceSettings = {
  models: [
    { model: 'cheap', input: '1' },
    { model: 'dear', input: '1.5' },
  ],
};

async function runWithPrices(
  bill: Readonly<Record<string, string>> | null,
  prices: PriceSettings | null = PRICES,
) {
  const files = [
    makeTextFile('logs', sold(['cheap', 'dear', 'free'])),
    ...(bill ? [makeTextFile('upstreamCharges', billed(bill))] : []),
  ];
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-10-05T00:00:00Z' };
  const { report } = await runFiles(files, { period, ...(prices && { prices }) });
  return report as RunReport;
}

describe('estimated costs', () => {
  test('are stated with their time range', async () => {
    const describeIn = async (bill: Readonly<Record<string, string>> | null, language: 'en' | 'zh') => {
      const { summary } = await runWithPrices(bill);
      return describeEstimate(summary, 'USD', language)[0];
    };
    expect(await describeIn(null, 'en')).toContain(
      '8 of the log’s 12 requests (those with a price) should have cost 10.00 USD (an estimate',
    );
    expect(await describeIn({ cheap: '1' }, 'en')).toContain(
      '4 of the log’s 12 requests (those with a price, of models and days in both log and bill) should have cost 4.00 USD',
    );
    expect(await describeIn({ free: '7' }, 'en')).toContain(
      '0 of the log’s 12 requests (those with a price, of models and days in both log and bill) should have cost 0 USD',
    );
    expect(await describeIn({ cheap: '1' }, 'zh')).toContain(
      '日志的 12 个请求中，模型和日期在日志与账单中都有、且有进价的 4 个的成本',
    );
  });

  test('are equal to the bill if both agree', async () => {
    const { summary } = await runWithPrices({ cheap: '1' });
    expect(describeEstimate(summary, 'USD', 'en')[1]).toBe(
      'The bill for the same time is 4.00 USD, as estimated.',
    );
    expect(describeEstimate(summary, 'USD', 'zh')[1]).toBe('同一时段的账单为 4.00 USD，与估算一致。');
  });

  test('are in the tables only if prices were stated', async () =>
    expect(JSON.stringify(await runWithPrices(null, null))).not.toMatch(/"estimate/));
});
