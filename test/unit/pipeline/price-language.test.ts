import { describe, expect, test } from 'vitest';
import { toDecimal, toPlainText } from '#shared/money/money.ts';
import type { SaleToPrice } from '#shared/prices/estimate-cost.ts';
import { PriceBook, type PriceContext } from '#shared/prices/price-book.ts';
import { type PriceSettings, pricesSchema } from '#shared/prices/price-settings.ts';
import { Rates, ratesSchema } from '#shared/prices/rates.ts';
import { validate } from '#shared/schemas/read.ts';

const sale = (more: Partial<SaleToPrice> = {}): SaleToPrice => ({
  model: 'gpt-4o',
  channelId: '3',
  occurredAt: Date.parse('2026-10-10T12:00:00Z'),
  tokens: { input: 1000, output: 100 },
  charged: toDecimal('0.01'),
  purchase: undefined,
  ...more,
});
function estimate(prices: PriceSettings, priced: SaleToPrice, context: Partial<PriceContext> = {}) {
  const result = new PriceBook(prices, { currency: 'USD', ...context }).estimate(priced);
  return typeof result === 'string' ? result : toPlainText(result.total);
}
type Entry = NonNullable<PriceSettings['models']>[number];
const models = (...entries: Entry[]): PriceSettings => ({ models: entries });
const GPT = { model: 'gpt-4o', input: '2.5', cacheRead: '1.25', output: '10' };

describe('the cost of a request', () => {
  test.each(
    Object.entries<readonly [Entry, Partial<SaleToPrice>, string]>({
      'is the token counts times the prices per million': [GPT, {}, '0.0035'],
      'contains cached tokens beside the input': [
        GPT,
        { tokens: { input: 1000, cacheRead: 200, output: 100 } },
        '0.00375',
      ],
      'is unknown if a token kind has no price': [GPT, { tokens: { input: 1, cacheWrite: 5 } }, 'cacheWrite'],
      'ignores a price without a count': [GPT, { tokens: { output: 1 } }, '0.00001'],
      'is unknown without token counts': [GPT, { tokens: undefined }, 'tokens'],
      'is unknown without a price of the model': [{ model: 'other', input: '1' }, {}, 'price'],
      'prices reasoning tokens as part of the output': [
        GPT,
        { tokens: { output: 100, reasoning: 60 } },
        '0.001',
      ],
      'prices reasoning tokens at their own price if there is one': [
        { ...GPT, reasoning: '1' },
        { tokens: { output: 100, reasoning: 60 } },
        '0.00046',
      ],
      'prices media tokens in the input at their own price': [
        { ...GPT, media: '100' },
        { tokens: { input: 10, media: 4 } },
        '0.000415',
      ],
      'prices cache writes for one hour separately': [
        { ...GPT, cacheWrite: '3', cacheWrite1h: '6' },
        { tokens: { cacheWrite: 100 }, purchase: { cacheWrite1h: 40 } },
        '0.00042',
      ],
      'is unknown if only other cache writes have a price': [
        { ...GPT, cacheWrite: '3' },
        { tokens: { cacheWrite: 100 }, purchase: { cacheWrite1h: 40 } },
        'cacheWrite1h',
      ],
      'is the price per request': [{ model: 'gpt-4o', request: '0.04' }, {}, '0.04'],
      'is the price per request times the calls': [
        { model: 'gpt-4o', request: '0.04' },
        { purchase: { calls: 3 } },
        '0.12',
      ],
      'is multiplied by the factor': [{ ...GPT, factor: '0.85' }, {}, '0.002975'],
      'is a share of the charge before the group ratio': [
        { channel: '3', ofSale: '0.6' },
        { purchase: { groupRatio: 0.8 } },
        '0.0075',
      ],
      'is unknown as a share if the group pays nothing': [
        { channel: '3', ofSale: '0.6' },
        { charged: toDecimal(0), purchase: { groupRatio: 0 } },
        'price',
      ],
    }),
  )('%s', (_, [entry, fields, expected]) => expect(estimate(models(entry), sale(fields))).toBe(expected));

  test.each([
    // 199 998 × 2.5 + 1.25, and 199 999 × 5 + 1.25, by the million.
    [199_999, '0.49999625'],
    [200_000, '0.99999625'],
  ])('a price tier applies to the whole request from its length on: %i tokens', (prompt, expected) => {
    const steps = models({ ...GPT, above: [{ tokens: 200_000, input: '5' }] });
    expect(estimate(steps, sale({ tokens: { input: prompt - 1, cacheRead: 1 } }))).toBe(expected);
  });
});

describe('the entry that applies', () => {
  const FOUR: PriceSettings = models(
    { model: 'gpt-*', request: '1' },
    { channel: '3', request: '2' },
    { model: 'gpt-4o', request: '3' },
    { model: 'gpt-4o', channel: ['3', '4'], request: '4' },
  );
  test.each<[Partial<SaleToPrice>, string]>([
    [{}, '4'],
    [{ channelId: '4' }, '4'],
    [{ model: 'gpt-5' }, '2'],
    [{ channelId: '7' }, '1'],
    [{ channelId: undefined, model: 'claude' }, 'price'],
  ])(
    'is the first by channel and model, then by channel, then by model: for %j it is %s',
    (fields, expected) => expect(estimate(FOUR, sale(fields))).toBe(expected),
  );

  test('may name the model bought or the model sold', () => {
    const prices = models({ model: 'real-x', request: '1' }, { model: 'smart-1', request: '2' });
    expect(estimate(prices, sale({ model: 'smart-1' }))).toBe('2');
    expect(estimate(prices, sale({ model: 'smart-1', purchase: { bought: 'real-x' } }))).toBe('1');
  });

  test.each([
    ['2026-10-09T15:59:59Z', '2'],
    ['2026-10-09T16:00:00Z', '1'],
    ['2026-10-11T15:59:59Z', '1'],
    ['2026-10-11T16:00:00Z', '2'],
  ])('starts its days in its own time zone: at %s', (time, expected) => {
    const prices = models(
      { model: 'gpt-4o', request: '1', from: '2026-10-10', until: '2026-10-12', timeZone: 'Asia/Shanghai' },
      { model: 'gpt-4o', request: '2' },
    );
    expect(estimate(prices, sale({ occurredAt: Date.parse(time) }))).toBe(expected);
  });

  const published = (model: string, provider: string | undefined) =>
    model === 'gpt-4o' && provider === 'openai' ? [{ model, input: '2', output: '8' }] : [];
  const providerOf = (channelId: string) => (channelId === '3' ? 'openai' : undefined);

  test('comes last from the published list, by the provider behind the channel', () => {
    const prices: PriceSettings = { list: 'genai-prices', models: [{ model: 'o3', request: '1' }] };
    const context = { published, providerOf };
    expect(estimate(prices, sale(), context)).toBe('0.0028');
    expect(estimate(prices, sale({ channelId: '9' }), context)).toBe('price');
    expect(estimate({ models: [] }, sale(), context)).toBe('price');
  });

  test('uses the published list if it has only a factor', () => {
    const prices = models({ model: 'gpt-*', channel: '9', provider: 'openai', factor: '0.5' });
    expect(estimate(prices, sale({ channelId: '9' }), { published, providerOf })).toBe('0.0014');
  });

  test('is converted at its rate, and unknown without a rate', () => {
    const prices: PriceSettings = { currency: 'cny', models: [{ model: 'gpt-4o', request: '10' }] };
    expect(estimate(prices, sale(), { rates: new Rates({ CNY: '0.14' }) })).toBe('1.4');
    expect(estimate(prices, sale())).toBe('rate');
  });
});

test.each([
  [{ models: [{ request: '1' }] }, 'models[0]'],
  [{ models: [{ model: 'a' }] }, 'models[0]'],
  [{ models: [{ model: 'a', request: '1', ofSale: '0.5' }] }, 'models[0]'],
  [{ models: [{ model: 'a', input: '-1' }] }, 'models[0].input'],
  [{ models: [{ model: 'a', input: '1', from: '2026-02-30' }] }, 'models[0].from'],
  [{ models: [{ model: 'a', input: '1', timeZone: 'Mars' }] }, 'models[0].timeZone'],
  [{ models: [{ model: 'a', price: '1' }] }, 'models[0].price'],
  [{ list: 'my-own' }, 'list'],
])('%j is refused with its path', (prices, path) =>
  expect(validate(pricesSchema, prices)).toMatchObject({ problems: [{ path }] }),
);

test.each([
  [{ CNY: '0' }, 'CNY'],
  [{ CNY: { '2026-02-30': '1' } }, 'CNY.2026-02-30'],
  [{ CNY: {} }, 'CNY'],
  [{ YUAN: '1' }, 'YUAN'],
  [{ CNY: '1e-3' }, 'CNY'],
  [{ CNY: 'much' }, 'CNY'],
  [{ CNY: '0.14', RMB: '0.13' }, ''],
  [7, ''],
])('rates %j are refused with their path', (rates, path) => {
  expect(validate(ratesSchema, rates)).toMatchObject({ problems: [{ path }] });
});
