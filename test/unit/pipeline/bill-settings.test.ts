import { expect, test } from 'vitest';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { buildAnswer } from '#shared/report/answer/first-lines.ts';
import { buildCallRow } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const START = Date.parse('2026-10-01T00:00:00Z') / 1000;
const DAYS = [0, 1, 2];

/** One request of `sonnet` a day on each of two channels. */
const logs = DAYS.flatMap((day) =>
  [1, 2].map((channel) =>
    buildCallRow(10 * day + channel, (START + day * 86_400 + 43_200) * 1000, 'sonnet', 1, {
      ...{ channel, prompt_tokens: 1_000_000 },
    }),
  ),
);
const bill = (model: string, cost: string) =>
  DAYS.map((day) => ({
    occurredAt: new Date((START + day * 86_400) * 1000).toISOString(),
    model,
    status: 'success',
    costAmount: cost,
  }));

async function report(
  bills: readonly { readonly rows: unknown; readonly channel?: string }[],
  settings: Partial<RunSettings> = {},
  sales: readonly object[] = logs,
) {
  const files = bills.map(({ rows, ...channel }) => makeTextFile('upstreamCharges', rows, channel));
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-10-04T00:00:00Z' };
  const result = await runFiles([makeTextFile('logs', sales), ...files], { period, ...settings });
  return result.report;
}

test('a bill of one channel is compared with the requests of that channel', async () => {
  const bills = [
    { rows: bill('sonnet', '0.5'), channel: '1' },
    { rows: bill('sonnet', '2'), channel: '2' },
  ];
  const lines = (await report(bills)).byChannel.map(({ channelId, cost, margin }) => [
    channelId,
    cost,
    margin,
  ]);
  expect(lines).toEqual([
    ['2', '6', '-3'],
    ['1', '1.5', '1.5'],
  ]);
});

const prices = { models: [{ model: 'sonnet', input: '1' }] };

test('names that no rule matches are matched by the settings', async () => {
  const bills = [{ rows: bill('Claude4.6', '2') }];
  const withoutNames = await report(bills, { prices });
  expect(withoutNames.findings).toContainEqual(
    expect.objectContaining({ code: 'billed_not_sold', severity: 'info' }),
  );
  const withNames = await report(bills, { prices, names: { 'Claude4.6': 'sonnet' } });
  expect(withNames.findings.map(({ code }) => code)).not.toContain('billed_not_sold');
  expect(withNames.summary).toMatchObject({ estimate: { cost: '6', billed: '6' } });
  // Table and answer contain the cost that is billed under another name.
  expect(withNames.byModel).toMatchObject([
    { model: 'sonnet', requests: 6, revenue: '6', cost: '6', margin: '0' },
  ]);
  const moreExpensive = await report([{ rows: bill('Claude4.6', '3') }], {
    names: { 'Claude4.6': 'sonnet' },
  });
  expect(buildAnswer(moreExpensive, 'en').text).toContain('You lost at least 3.00 USD.');
});

test('a model that is bought for the gateway only, and not sold there, is used elsewhere', async () => {
  const pricesOfBoth = { models: [...prices.models, { model: 'gpt-*', input: '1' }] };
  const bills = [{ rows: bill('gpt-4o', '2') }];
  expect((await report(bills, { prices: pricesOfBoth })).findings).toContainEqual(
    expect.objectContaining({ code: 'billed_not_sold', severity: 'warning' }),
  );
});

test('a model and its dated name, both sold, have one bill and are judged together', async () => {
  const twoNames = logs.map((row) => (row.channel === 1 ? row : { ...row, model_name: 'sonnet-20260217' }));
  const answerAt = async (cost: string) => {
    const result = await report([{ rows: bill('sonnet-20260217', cost) }], {}, twoNames);
    return buildAnswer(result, 'en').text;
  };
  expect(await answerAt('1.5')).toContain('Margin 1.50 USD (25.0 %). No model loses money.');
  expect(await answerAt('3')).toContain('You lost at least 3.00 USD.');
});
