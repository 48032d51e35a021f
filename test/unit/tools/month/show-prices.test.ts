import { expect, test } from 'vitest';
import { readMonthSettings } from '#tools/month/settings/settings.ts';
import { describePrices } from '#tools/month/show-prices.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();
const put = (name: string, content: unknown): string => folder.put(name, JSON.stringify(content));
const row = (id: number, model: string, channel: number) => ({
  id,
  type: 2,
  created_at: 1_791_000_000 + id,
  request_id: `r${id}`,
  model_name: model,
  channel,
  quota: 500,
  prompt_tokens: 10,
  completion_tokens: 1,
  user_id: 1,
  other: '{"model_ratio":1}',
});
const settings = async (...more: string[]) => {
  const logs = put('logs.json', [row(1, 'gpt-4o-mini', 1), row(2, 'gpt-4o-mini', 1), row(3, 'my-own', 2)]);
  const channels = put('channels.json', [
    { id: 1, type: 1, name: 'a' },
    { id: 2, type: 8, name: 'b' },
  ]);
  const prices = put('prices.json', { list: 'genai-prices', models: [{ model: 'else', request: '1' }] });
  const found = await readMonthSettings([
    ...['--connector', 'new-api', '--quota-per-unit', '500000', '--logs', logs],
    ...['--channels', channels, '--prices', prices, '--show-prices', ...more],
  ]);
  if (found === undefined) throw new Error('help');
  return found;
};

test('each model and channel has a line: its price and where it comes from, or that it has none', async () => {
  const [, ...lines] = await describePrices(await settings());
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['gpt-4o-mini', '1', '-', '2', '0.002', 'input 0.15, cacheRead 0.075, output 0.6 USD', 'published list'],
    ['my-own', '2', '-', '1', '0.001', 'no price: 1, 0.001', 'none'],
    [''],
    ['Sales without an estimate: 1, revenue 0.001.'],
  ]);
});

test('in Chinese missing prices use Chinese punctuation', async () => {
  const text = (await describePrices(await settings('--language', 'zh'))).join('\n');
  expect(text).toContain('没有价格：1 个请求，0.001');
});

test('the JSON output is a complete file of prices', async () => {
  const [text = ''] = await describePrices(await settings('--json'));
  expect(JSON.parse(text)).toEqual({
    models: [
      { model: 'else', request: '1' },
      {
        model: 'gpt-4o-mini',
        channel: '1',
        input: '0.15',
        cacheRead: '0.075',
        output: '0.6',
        currency: 'USD',
      },
    ],
  });
});
